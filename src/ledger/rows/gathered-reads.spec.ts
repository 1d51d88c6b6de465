import { describe, expect, it } from '@jest/globals';
import { GatheredReads } from './gathered-reads.js';

/** Reads that end when they are let. */
function gatedReads() {
  const reads: { keys: readonly string[]; end: PromiseWithResolvers<ReadonlyMap<string, number>> }[] = [];
  const gathered = new GatheredReads<string, number>((keys) => {
    const end = Promise.withResolvers<ReadonlyMap<string, number>>();
    reads.push({ keys, end });
    return end.promise;
  });
  const lengths = (keys: readonly string[]) => new Map(keys.filter((key) => key !== 'none').map((key) => [key, key.length]));
  const end = (index: number) => reads[index]?.end.resolve(lengths(reads[index].keys));
  return { gathered, reads, end };
}

describe('gathered reads', () => {
  it('read at once what is asked for while nothing is read', async () => {
    const { gathered, reads, end } = gatedReads();
    const value = gathered.get('one');
    expect(reads.map(({ keys }) => keys)).toEqual([['one']]);
    end(0);
    expect(await value).toBe(3);
  });

  it('read together what is asked for meanwhile, each key once', async () => {
    const { gathered, reads, end } = gatedReads();
    const values = ['one', 'three', 'none', 'three'].map((key) => gathered.get(key));
    end(0);
    expect(await values[0]).toBe(3);
    expect(reads.map(({ keys }) => keys)).toEqual([['one'], ['three', 'none']]);
    end(1);
    expect(await Promise.all(values)).toEqual([3, 5, undefined, 5]);
  });

  it('never answer with what was read before the question', async () => {
    const { gathered, reads, end } = gatedReads();
    const before = gathered.get('one');
    const after = gathered.get('one');
    reads[0]?.end.resolve(new Map([['one', 1]]));
    expect(await before).toBe(1);
    end(1);
    expect(await after).toBe(3);
  });

  it('fail together, and continue with the next ones', async () => {
    const { gathered, reads, end } = gatedReads();
    const failed = [gathered.get('one'), gathered.get('three'), gathered.get('four')];
    reads[0]?.end.reject(new Error('No connection'));
    await expect(failed[0]).rejects.toThrow('No connection');
    reads[1]?.end.reject(new Error('Still none'));
    const results = await Promise.allSettled(failed);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    const value = gathered.get('five');
    end(2);
    expect(await value).toBe(4);
  });
});
