import { describe, expect, it } from '@jest/globals';
import { roundsDuring } from '../../../test/support/rounds.js';
import { isLargeJson, writeJson } from './write-json.js';

const values: readonly (readonly [name: string, value: object])[] = [
  ['a small object', { a: 1, b: [null, 'x'] }],
  ['many small lists', Array.from({ length: 300_000 }, () => [])],
  ['many keys', Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k"${n}`, n % 3 === 0 ? { n } : n]))],
  ['a large list among small items', [1, Array.from({ length: 200_000 }, (_, n) => n), { two: 2 }, 'three']],
  ['large texts', ['é'.repeat(200_000), { text: '"\\\u0000'.repeat(50_000) }]],
  ['undefined members and items', { a: undefined, b: [undefined, 'x'.repeat(100_000)], c: () => 1, d: new Date(0) }],
  ['an empty list beside a large text', { empty: [], none: {}, text: 'x'.repeat(100_000) }],
  ['only what has no text', { a: undefined, b: { c: undefined, d: Array.from({ length: 50_000 }, () => undefined) } }],
];

describe('JSON written in pieces', () => {
  it.each([0, 1, 2])('never cuts a character in two: %i', async (before) => {
    const text = `${'x'.repeat(before)}${'😀'.repeat(200_000)}\ud800`;
    expect((await writeJson(text)) === JSON.stringify(text)).toBe(true);
  });

  it.each(values)('is that of JSON.stringify: %s', async (_, value) => {
    expect((await writeJson(value)) === JSON.stringify(value)).toBe(true);
  });

  it.each([Array.from({ length: 500_000 }, (_, n) => ({ n })), 'x'.repeat(5_000_000)])('lets other work have its turn', async (value) => {
    expect(isLargeJson(value)).toBe(true);
    expect(await roundsDuring(() => writeJson(value))).toBeGreaterThan(70);
  });
});
