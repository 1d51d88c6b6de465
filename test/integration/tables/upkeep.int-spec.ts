import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TableUpkeep } from '#modules/tables/store/table-upkeep.js';
import { Clock } from '#kernel/clock.js';
import { TableWorld } from '../../support/tables/table-world.js';

let world: TableWorld;

beforeAll(async () => {
  world = await TableWorld.open();
});
afterAll(() => world.store.finish());

class In extends Clock {
  constructor(private readonly days: number) {
    super();
  }

  now(): Date {
    return new Date(Date.now() + this.days * 86_400_000);
  }
}

async function countOf(table: string): Promise<number> {
  return (await world.store.pool.query(`select from ${table}`)).rowCount ?? 0;
}

describe('the upkeep of tables', () => {
  it('deletes rows of archived tables and effect keys after thirty days, and nothing else', async () => {
    const columns = [{ name: 'a', type: 'string', unique: true }] as const;
    const [kept, archived] = [await world.create(columns), await world.create(columns)];
    for (const table of [kept, archived]) {
      const { rows } = await table.insert({ rows: [{ a: '1' }, { a: '2' }] }, table.id);
      await table.update(rows[0]?.id ?? '', { a: '3' });
    }
    await archived.archive();
    await new TableUpkeep(world.store.pool, new In(29)).tidy();
    expect([await countOf('table_row'), await countOf('table_effect')]).toEqual([4, 2]);
    await new TableUpkeep(world.store.pool, new In(31)).tidy();
    expect([
      await countOf('table_row'),
      await countOf('table_key'),
      await countOf('table_row_change'),
      await countOf('table_effect'),
    ]).toEqual([2, 2, 1, 0]);
    expect(await kept.rowCount()).toBe(2);
  });
});
