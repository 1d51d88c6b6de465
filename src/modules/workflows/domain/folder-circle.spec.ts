import { describe, expect, it } from '@jest/globals';
import { makesFolderCircle } from './folder-circle.js';

const parents = new Map([
  ['a', null],
  ['b', 'a'],
  ['c', 'b'],
  ['other', null],
]);

describe('makesFolderCircle', () => {
  it('detects a folder inside itself', () => {
    expect(makesFolderCircle(parents, 'a', 'a')).toBe(true);
  });

  it('detects a folder inside one of its subfolders, at any depth', () => {
    expect(makesFolderCircle(parents, 'a', 'c')).toBe(true);
  });

  it('allows any other parent', () => {
    expect(makesFolderCircle(parents, 'b', 'other')).toBe(false);
    expect(makesFolderCircle(parents, 'c', 'a')).toBe(false);
  });

  it('comes to an end where a circle is there already', () => {
    expect(
      makesFolderCircle(
        new Map([
          ['x', 'y'],
          ['y', 'x'],
        ]),
        'a',
        'x',
      ),
    ).toBe(false);
  });
});
