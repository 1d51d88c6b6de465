import { describe, expect, it } from '@jest/globals';
import { roundsDuring } from '../../../test/support/rounds.js';
import { jsonSize, notedJsonSize, type Json } from '#kernel/json.js';
import { measureLarge } from './measure-json.js';

const lists = (count: number): Json => Array.from({ length: count }, (_, n) => ({ n, of: [['x'], null, {}] }));
const nested = (depth: number, inner: Json): Json => Array.from({ length: depth }).reduce<Json>((value) => [value], inner);

describe('a large value that is measured in pieces', () => {
  it.each([
    ['a list', lists(20_000)],
    ['large parts in an object', { a: lists(5_000), b: { c: lists(5_000), d: 'x'.repeat(200_000) } }],
    ['a large list below many others', nested(300, lists(20_000))],
  ])('has the size that it has at once: %s', async (_, value) => {
    const atOnce = jsonSize(value, Number.POSITIVE_INFINITY);
    await measureLarge(value, 16 * 1024 * 1024);
    expect(notedJsonSize(value as object, 500)).toBe(atOnce);
  });

  it('is known in its large parts, too', async () => {
    const list = lists(20_000);
    await measureLarge({ output: { list } }, 16 * 1024 * 1024);
    expect(notedJsonSize(list as object, 500)).toBe(jsonSize(list, Number.POSITIVE_INFINITY));
  });

  it('lets other work have its turn', async () => {
    expect(await roundsDuring(() => measureLarge(lists(50_000), 16 * 1024 * 1024))).toBeGreaterThan(50);
  });

  it('is not measured again after it was found too large', async () => {
    const value = { list: lists(50_000) };
    await measureLarge(value, 100_000);
    (value as { list: Json }).list = [];
    expect(jsonSize(value, 100_000)).toBeGreaterThan(100_000);
  });

  it('is left as soon as it is known to be too large or too deep', async () => {
    const deep = nested(600, lists(20_000));
    await measureLarge(deep, 16 * 1024 * 1024);
    expect([notedJsonSize(deep as object, 500), jsonSize(deep, 16 * 1024 * 1024)]).toEqual([undefined, Infinity]);
    expect(await roundsDuring(() => measureLarge(lists(50_000), 100_000))).toBeLessThan(10);
  });
});
