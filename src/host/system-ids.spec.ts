import { describe, expect, it } from '@jest/globals';
import { isId } from '#kernel/ids.js';
import { SystemIds } from './system-ids.js';

describe('ids of one process', () => {
  it('sort in the order in which they were made, also within a millisecond', () => {
    const ids = new SystemIds();
    const made = Array.from({ length: 10_000 }, () => ids.next());
    expect(made.toSorted()).toEqual(made);
  });

  it('are ids, and each is another', () => {
    const ids = new SystemIds();
    const made = Array.from({ length: 10_000 }, () => ids.next());
    expect(made.every(isId)).toBe(true);
    expect(new Set(made).size).toBe(10_000);
  });
});
