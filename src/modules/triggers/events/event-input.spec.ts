import { describe, expect, it } from '@jest/globals';
import { shortened } from './event-input.js';

describe('the output of an ended run in an event', () => {
  it('is whole up to 64 KB, and beyond that the beginning of its JSON', () => {
    const fits = 'a'.repeat(64 * 1024 - 2);
    expect(shortened(fits)).toBe(fits);
    const output = { text: 'ä'.repeat(40_000) };
    const short = shortened(output) as { truncated: boolean; bytes: number; beginning: string };
    expect([short.truncated, short.bytes, short.beginning.length]).toEqual([true, 80_011, 16_384]);
  });
});
