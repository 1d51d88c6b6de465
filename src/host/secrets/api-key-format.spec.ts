import { describe, expect, it } from '@jest/globals';
import { displayKey, generateApiKey, isApiKey } from './api-key-format.js';

describe('api key format', () => {
  const key = generateApiKey();

  it('generates sk-sluice- and 32 url-safe characters that it accepts itself', () => {
    for (let round = 0; round < 500; round += 1) {
      const fresh = generateApiKey();
      expect(fresh).toMatch(/^sk-sluice-[0-9A-Za-z]{32}$/);
      expect(isApiKey(fresh)).toBe(true);
    }
  });

  it('never generates the same key twice', () => {
    expect(new Set(Array.from({ length: 2_000 }, generateApiKey)).size).toBe(2_000);
  });

  it('uses every character of its alphabet about equally often', () => {
    const counts = new Map<string, number>();
    for (let round = 0; round < 4_000; round += 1) {
      for (const character of generateApiKey().slice(10, 36)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    const expected = (4_000 * 26) / 62;
    expect(counts.size).toBe(62);
    // Seven standard deviations: a fair generator fails this about once in 10^10 runs.
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(7 * Math.sqrt(expected));
  });

  it('refuses every key with one character replaced (AC-02)', () => {
    for (let index = 0; index < key.length; index += 1) {
      const others = Array.from('0Az-_ ').filter((character) => character !== key[index]);
      const changed = others.map((character) => key.slice(0, index) + character + key.slice(index + 1));
      expect(changed.filter(isApiKey)).toEqual([]);
    }
  });

  it('refuses two swapped neighbours', () => {
    const swapped = Array.from(
      { length: key.length - 1 },
      (_, at) => key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2),
    );
    expect(swapped.filter((other) => other !== key && isApiKey(other))).toEqual([]);
  });

  it.each([
    ['the empty string', ''],
    ['the prefix alone', 'sk-sluice-'],
    ['an upper-case prefix (AC-08)', key.replace('sk-sluice', 'SK-SLUICE')],
    ['a space behind (AC-08)', `${key} `],
    ['a space in front (AC-08)', ` ${key}`],
    ['a line feed behind', `${key}\n`],
    ['a percent-encoded dash (AC-08)', key.replace('-', '%2D')],
    ['a homoglyph (AC-08)', key.replace('s', 'ѕ')],
    ['64 KB (AC-09)', key.repeat(1_500)],
  ])('refuses %s', (_, value) => {
    expect(isApiKey(value)).toBe(false);
  });

  it('shows the prefix and the last four characters only', () => {
    expect(displayKey(key)).toBe(`sk-sluice-…${key.slice(-4)}`);
  });
});
