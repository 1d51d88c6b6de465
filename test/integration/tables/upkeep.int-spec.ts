import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { composition } from '#app/composition.js';
import { builtInPlans, PlanCatalogue } from '#kernel/plan/plan.js';
import { WorkspaceKeeping } from '#modules/identity/index.js';
import { RetentionRules } from '#modules/retention/index.js';
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

/** Every workspace keeps its history for this many days; null keeps it forever. */
function upkeep(inDays: number, retentionDays: number | null = null, { pool } = world.store): TableUpkeep {
  const [plan] = builtInPlans;
  if (plan === undefined) throw new Error('There are built-in plans');
  const [plans, clock] = [new PlanCatalogue([{ ...plan, name: 'own', retentionDays }], 'own'), new In(inDays)];
  return new TableUpkeep(pool, clock, new RetentionRules(pool, new WorkspaceKeeping(pool), plans, clock, composition.runs));
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
    await upkeep(29).tidy();
    expect([await countOf('table_row'), await countOf('table_effect')]).toEqual([4, 2]);
    await upkeep(31).tidy();
    expect([
      await countOf('table_row'),
      await countOf('table_key'),
      await countOf('table_row_change'),
      await countOf('table_effect'),
    ]).toEqual([2, 2, 1, 0]);
    expect(await kept.rowCount()).toBe(2);
  });

  it('deletes the rows of deleted workspaces, with their history', async () => {
    const remaining = await TableWorld.open();
    const table = await remaining.create([{ name: 'a', type: 'string', unique: true }]);
    const { rows } = await table.insert({ data: { a: '1' } });
    await table.update(rows[0]?.id ?? '', { a: '2' });
    const { pool } = remaining.store;
    const left = async (): Promise<unknown> => {
      const text = `select (select count(*)::int from table_row) as rows, (select count(*)::int from table_key) as keys,
        (select count(*)::int from table_row_change) as changes`;
      return (await pool.query(text)).rows[0];
    };
    await upkeep(0, null, remaining.store).tidy();
    expect(await left()).toEqual({ rows: 1, keys: 1, changes: 1 });
    const deleted = 'insert into workspace_terms (workspace_id, owner_id, deleted_at) values ($1, $1, now())';
    await pool.query(deleted, [table.access.workspaceId]);
    await upkeep(0, null, remaining.store).tidy();
    expect(await left()).toEqual({ rows: 0, keys: 0, changes: 0 });
    await remaining.store.finish();
  });

  it('deletes the history of rows after the retention time of runs', async () => {
    const table = await world.create([{ name: 'a', type: 'string' }]);
    const { rows } = await table.insert({ data: { a: '1' } });
    await table.update(rows[0]?.id ?? '', { a: '2' });
    const before = await countOf('table_row_change');
    await upkeep(400).tidy();
    await upkeep(29, 30).tidy();
    expect(await countOf('table_row_change')).toBe(before);
    await upkeep(31, 30).tidy();
    expect(await countOf('table_row_change')).toBe(0);
    expect((await table.query()).rows.map(({ data }) => data)).toEqual([{ a: '2' }]);
  });
});
