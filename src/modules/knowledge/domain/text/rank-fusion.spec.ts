import { describe, expect, it } from '@jest/globals';
import { fuseRanks } from './rank-fusion.js';

const list = (...keys: string[]) => keys.map((key, place) => ({ key, similarity: 1 - place / 10 }));
const keys = (hits: readonly { key: string }[]): string => hits.map(({ key }) => key).join('');

describe('joining ranked lists', () => {
  it('ranks hits of several lists above hits of one list', () => {
    expect(keys(fuseRanks([list('a', 'b', 'c'), list('d', 'c', 'e')], 10))).toBe('cadbe');
  });

  it('keeps the order of a single list', () => {
    expect(keys(fuseRanks([list('c', 'a', 'b'), []], 10))).toBe('cab');
  });

  it('keeps the similarity of the first list and returns at most the requested number', () => {
    const [first, ...others] = fuseRanks([[{ key: 'a', similarity: 0.7 }], [{ key: 'a', similarity: 0.1 }, ...list('b', 'c')]], 2);
    expect(first).toEqual({ key: 'a', similarity: 0.7 });
    expect(others).toHaveLength(1);
  });
});
