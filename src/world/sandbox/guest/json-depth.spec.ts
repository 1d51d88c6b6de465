import { describe, expect, it } from '@jest/globals';
import { exceededLimit } from './json-depth.js';

describe('the depth of JSON', () => {
  const depth = (most: number, json: string) => exceededLimit(json, { depth: most, keys: 100 });

  it('counts arrays and objects inside each other', () => {
    expect(depth(3, '[{"a":[1]},[2],[3]]')).toBeUndefined();
    expect(depth(2, '[{"a":[1]},[2],[3]]')).toBe('depth');
  });

  it('does not count brackets inside text', () => {
    expect(depth(1, JSON.stringify(['[[[', '"[[', '\\', '\\"[[[']))).toBeUndefined();
    expect(depth(1, JSON.stringify({ '[[\\"[': '\\\\' }))).toBeUndefined();
  });
});

describe('the keys of JSON', () => {
  const keys = (most: number, value: unknown) => exceededLimit(JSON.stringify(value), { depth: 100, keys: most });

  it('are counted for each object', () => {
    expect(
      keys(2, [
        { a: 1, b: { c: 1, d: 2 } },
        { e: 1, f: 2 },
      ]),
    ).toBeUndefined();
    expect(keys(2, [{ a: 1, b: { c: 1, d: 2, e: 3 } }])).toBe('keys');
    expect(keys(2, { a: {}, b: [], c: 1 })).toBe('keys');
  });

  it('are not counted inside text', () => {
    expect(keys(1, { 'a:b:c:': '"x":"y":' })).toBeUndefined();
  });
});
