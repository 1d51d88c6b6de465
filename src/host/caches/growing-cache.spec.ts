import { describe, expect, it } from '@jest/globals';
import { growingCache } from './growing-cache.js';

describe('a growing cache', () => {
  it('forgets the least recently used value beyond its limit', () => {
    const cache = growingCache<number>(2);
    cache.set('a', 1).set('b', 2);
    cache.get('a');
    cache.set('c', 3);
    expect(new Set(cache.keys())).toEqual(new Set(['a', 'c']));
  });

  it('counts a replaced or deleted value no more', () => {
    const cache = growingCache<number>(2);
    cache.set('a', 1).set('a', 2).set('b', 3);
    cache.delete('b');
    cache.set('c', 4);
    expect(cache.get('a')).toBe(2);
    expect(cache.size).toBe(2);
  });

  it('takes no memory for values that it may have', () => {
    const before = process.memoryUsage().arrayBuffers;
    const cache = growingCache<number>(10_000_000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
    expect(cache.size).toBe(0);
  });
});
