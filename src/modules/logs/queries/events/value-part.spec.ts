import { describe, expect, it } from '@jest/globals';
import { partAt } from './value-part.js';

const text = 'ab\u{1f600}\u{1f601}c\u{1f602}';

describe('a part of a text', () => {
  it.each([1, 2, 3, 4, 5])('of %d units begins and ends with whole characters, and all parts are the text', (limit) => {
    const parts: string[] = [];
    for (let offset: number | null = 0; offset !== null;) {
      const found = partAt({ text }, ['text'], { offset, limit });
      if (found?.kind !== 'text') throw new Error('There is no part');
      parts.push(typeof found.part === 'string' ? found.part : '');
      offset = found.nextOffset;
    }
    expect(parts.filter((part) => !part.isWellFormed())).toEqual([]);
    expect(parts.join('')).toBe(text);
  });

  it('begins one unit earlier where the offset is within a character, and says so', () => {
    expect(partAt({ text }, ['text'], { offset: 3, limit: 2 })).toMatchObject({ offset: 2, part: '\u{1f600}', nextOffset: 4 });
  });
});
