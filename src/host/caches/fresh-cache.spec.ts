import { beforeEach, describe, expect, it } from '@jest/globals';
import { FreshCache, type FreshCacheOptions } from './fresh-cache.js';

let nowMs: number;
/** The running queries in the order of their starts. */
let queries: PromiseWithResolvers<string>[];
let cache: FreshCache<string>;

function aCache(options: Partial<FreshCacheOptions<string>> = {}): FreshCache<string> {
  return new FreshCache({ maxEntries: 10, nowMs: () => nowMs, ...options });
}

function get(key: string): Promise<string> {
  return cache.get(key, () => {
    const query = Promise.withResolvers<string>();
    queries.push(query);
    return query.promise;
  });
}

async function know(key: string, value: string): Promise<void> {
  const answer = get(key);
  queries.at(-1)?.resolve(value);
  await answer;
}

beforeEach(() => {
  nowMs = 1_000_000;
  queries = [];
  cache = aCache();
});

describe('a fresh cache', () => {
  it('runs one query for concurrent callers', async () => {
    const answers = [get('a'), get('a'), get('a')];
    queries[0]?.resolve('one');
    expect(await Promise.all(answers)).toEqual(['one', 'one', 'one']);
    expect(queries).toHaveLength(1);
  });

  it('runs one query for each key', async () => {
    await know('a', 'one');
    await know('b', 'two');
    expect([cache.recall('a'), cache.recall('b'), cache.recall('c')]).toEqual(['one', 'two', undefined]);
  });

  it('returns the same promise for each hit', async () => {
    const first = get('a');
    queries[0]?.resolve('one');
    await first;
    expect(get('a')).toBe(first);
  });

  it('keeps a value for 750 ms from the start of its query', async () => {
    const answer = get('a');
    nowMs += 700;
    queries[0]?.resolve('one');
    await answer;
    nowMs += 49;
    expect(cache.recall('a')).toBe('one');
    nowMs += 1;
    expect(cache.recall('a')).toBeUndefined();
    void get('a');
    expect(queries).toHaveLength(2);
  });

  it('does not share a query that has been running for 750 ms, and keeps the newer answer', async () => {
    const early = get('a');
    nowMs += 750;
    const late = get('a');
    expect(queries).toHaveLength(2);
    queries[1]?.resolve('new');
    expect(await late).toBe('new');
    queries[0]?.resolve('old');
    expect(await early).toBe('old');
    expect(cache.recall('a')).toBe('new');
  });

  it('shares a running query while an expired value is still stored', async () => {
    await know('a', 'one');
    nowMs += 750;
    const [first, second] = [get('a'), get('a')];
    expect(second).toBe(first);
    expect(queries).toHaveLength(2);
  });

  it('has no fresh values after the clock is set back', async () => {
    await know('a', 'one');
    nowMs -= 1;
    expect(cache.recall('a')).toBeUndefined();
  });

  it('does not cache a failure', async () => {
    const answer = get('a');
    queries[0]?.reject(new Error('no database'));
    await expect(answer).rejects.toThrow('no database');
    await know('a', 'one');
    expect(cache.recall('a')).toBe('one');
  });
});

describe.each([
  ['forget', () => cache.forget('a')],
  ['clear', () => cache.clear()],
])('%s', (_, forget) => {
  it('removes a known value', async () => {
    await know('a', 'one');
    forget();
    expect(cache.recall('a')).toBeUndefined();
  });

  it('prevents that the answer of a running query is cached or shared with later callers', async () => {
    const before = get('a');
    forget();
    const after = get('a');
    queries[0]?.resolve('old');
    expect(await before).toBe('old');
    expect(cache.recall('a')).toBeUndefined();
    queries[1]?.resolve('new');
    expect(await after).toBe('new');
    expect(cache.recall('a')).toBe('new');
  });

  it('does not affect a later query when an earlier one fails', async () => {
    const before = get('a');
    forget();
    const after = get('a');
    queries[0]?.reject(new Error('no database'));
    await expect(before).rejects.toThrow('no database');
    expect(get('a')).toBe(after);
  });
});

it('forget keeps the values of other keys', async () => {
  await know('a', 'one');
  await know('b', 'two');
  cache.forget('a');
  expect(cache.recall('b')).toBe('two');
});

describe('the bounds of a fresh cache', () => {
  it('displace the value that was used the longest time ago', async () => {
    cache = aCache({ maxEntries: 2 });
    await know('a', 'one');
    await know('b', 'two');
    await know('c', 'three');
    expect([cache.recall('a'), cache.recall('b'), cache.recall('c')]).toEqual([undefined, 'two', 'three']);
  });

  it('include the sum of the sizes', async () => {
    cache = aCache({ size: { max: 6, of: (value) => value.length } });
    await know('a', 'one');
    await know('b', 'two');
    expect([cache.recall('a'), cache.recall('b')]).toEqual(['one', 'two']);
    await know('c', 'three');
    expect([cache.recall('a'), cache.recall('b'), cache.recall('c')]).toEqual([undefined, undefined, 'three']);
  });

  it('hold for separate values alone', async () => {
    cache = aCache({ maxEntries: 2, separate: { maxEntries: 1, includes: (value) => value === 'bad' } });
    await know('a', 'good');
    for (const key of ['b', 'c', 'd']) await know(key, 'bad');
    expect(['a', 'b', 'c', 'd'].map((key) => cache.recall(key))).toEqual(['good', undefined, undefined, 'bad']);
  });

  it('apply to the latest value of a key that becomes separate', async () => {
    cache = aCache({ separate: { maxEntries: 1, includes: (value) => value === 'bad' } });
    await know('a', 'good');
    nowMs += 750;
    await know('a', 'bad');
    expect(cache.recall('a')).toBe('bad');
    nowMs += 750;
    await know('a', 'good');
    expect(cache.recall('a')).toBe('good');
  });
});
