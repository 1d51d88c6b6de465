import { describe, expect, it } from '@jest/globals';
import { changeBetween } from './change-between.js';

describe('the change between two texts', () => {
  it.each([
    ['abc', 'abXc', { from: 2, to: 2, insert: 'X' }],
    ['abXc', 'abc', { from: 2, to: 3, insert: '' }],
    ['aaa', 'aaaa', { from: 3, to: 3, insert: 'a' }],
    ['', 'new', { from: 0, to: 0, insert: 'new' }],
    ['return 1', 'return 2', { from: 7, to: 8, insert: '2' }],
  ])('leaves out what %j and %j have in common', (before, after, change) => {
    expect(changeBetween(before, after)).toEqual(change);
  });
});
