import { describe, expect, it } from '@jest/globals';
import { makesFolderCircle } from './folder-circle.js';

const parents = new Map([
  ['a', null],
  ['b', 'a'],
  ['c', 'b'],
  ['other', null],
]);

describe('makesFolderCircle', () => {
  it('sees a folder inside itself', () => {
    expect(makesFolderCircle(parents, 'a', 'a')).toBe(true);
  });

  it('sees a folder inside one that it holds, at any depth', () => {
    expect(makesFolderCircle(parents, 'a', 'c')).toBe(true);
  });

  it('allows a folder elsewhere', () => {
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
