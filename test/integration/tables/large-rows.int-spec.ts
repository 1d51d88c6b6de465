import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TableWorld, type WorldTable } from '../../support/tables/table-world.js';

let world: TableWorld;

beforeAll(async () => {
  world = await TableWorld.open();
});
afterAll(() => world.store.finish());

const megabyte = 1024 * 1024;
const columns = [
  { name: 'n', type: 'number', indexed: true },
  { name: 'text', type: 'string' },
] as const;

/** Rows with the next numbers and texts of so many characters. */
async function add(table: WorldTable, first: number, count: number, characters: number): Promise<void> {
  const text = 'x'.repeat(characters);
  await table.insert({ rows: Array.from({ length: count }, (_, at) => ({ n: first + at, text })) });
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const numbersIn = (lines: string): number[] => lines.split('\r\n').flatMap((line) => (line === '' ? [] : [Number(line.split(',')[0])]));

describe('an export', () => {
  it('has all large rows in order, a few megabytes at a time', async () => {
    const table = await world.create(columns);
    for (let first = 0; first < 300; first += 100) await add(table, first, 100, 100_000);
    const [, ...parts] = await table.export();
    expect(numbersIn(parts.join(''))).toEqual(upTo(300));
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(5 * megabyte);
    expect(parts.length).toBeLessThan(12);
  });

  it('has small parts where large rows follow many small ones, and large steps again behind them', async () => {
    const table = await world.create(columns);
    await add(table, 0, 1000, 10);
    await add(table, 1000, 200, 100_000);
    await add(table, 1200, 1000, 10);
    await add(table, 2200, 1000, 10);
    const [, ...parts] = await table.export();
    expect(numbersIn(parts.join(''))).toEqual(upTo(3200));
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(5 * megabyte);
    expect(parts.length).toBeLessThan(20);
  });
});
