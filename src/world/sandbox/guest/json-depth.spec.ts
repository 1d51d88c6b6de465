import { describe, expect, it } from '@jest/globals';
import { isDeeperThan } from './json-depth.js';

describe('the depth of JSON', () => {
  it('counts arrays and objects inside each other', () => {
    expect(isDeeperThan(3, '[{"a":[1]},[2],[3]]')).toBe(false);
    expect(isDeeperThan(2, '[{"a":[1]},[2],[3]]')).toBe(true);
  });

  it('does not count brackets inside text', () => {
    expect(isDeeperThan(1, JSON.stringify(['[[[', '"[[', '\\', '\\"[[[']))).toBe(false);
    expect(isDeeperThan(1, JSON.stringify({ '[[\\"[': '\\\\' }))).toBe(false);
  });
});
