import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { composition } from '#app/composition.js';
import type { Pool } from 'pg';
import { CursorSignature } from '#edge/answer/cursor.js';
import { SystemClock } from '#host/system-clock.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { WorkspaceKeeping } from '#modules/identity/index.js';
import { RetentionRules } from '#modules/retention/index.js';
import { GetRowHandler } from '#modules/tables/queries/get-row.query.js';
import { GetRow } from '#modules/tables/queries/get-row.query.js';
import { QueryRowsHandler } from '#modules/tables/queries/query-rows.query.js';
import { QueryRows, type RowAnswer, type RowQuestion } from '#modules/tables/queries/query-rows.query.js';
import type { RowView } from '#modules/tables/queries/views.js';
import { KeptHistory } from '#modules/tables/store/rows/kept-history.js';
import { Rows } from '#modules/tables/store/rows/rows.js';
import { Tables } from '#modules/tables/store/tables.js';
import { TableWorld, type WorldTable } from '../../support/tables/table-world.js';

let world: TableWorld;

beforeAll(async () => {
  world = await TableWorld.open();
});
afterAll(() => world.store.finish());

/** Another process that reads the same tables and counts its queries. */
class Reader {
  statements = 0;
  readonly #tables: Tables;
  readonly #rows: Rows;
  readonly #kept: KeptHistory;

  constructor() {
    const { pool } = world.store;
    const counted = { query: (...sent: never[]) => this.#count(pool, sent) } as unknown as Pool;
    this.#tables = new Tables(counted);
    this.#rows = new Rows(counted);
    const keeping = new WorkspaceKeeping(counted);
    this.#kept = new KeptHistory(new RetentionRules(counted, keeping, new PlanCatalogue(), new SystemClock(), composition.runs));
  }

  query({ access }: WorldTable, question: Partial<RowQuestion> = {}): Promise<RowAnswer> {
    const handler = new QueryRowsHandler(this.#tables, this.#rows, this.#kept, new CursorSignature('1'.repeat(64)));
    return handler.execute(new QueryRows(access, { limit: 10, offset: 0, includesTotal: true, ...question }));
  }

  get({ access }: WorldTable, rowId: string): Promise<RowView> {
    return new GetRowHandler(this.#tables, this.#rows, this.#kept).execute(new GetRow(access, rowId));
  }

  #count(pool: Pool, sent: readonly never[]): unknown {
    this.statements += 1;
    return pool.query(...(sent as unknown as [string]));
  }
}

const columns = [
  { name: 'key', type: 'string', unique: true },
  { name: 'n', type: 'number', indexed: true },
] as const;

describe('a process with a cached schema', () => {
  it('runs one query for a row, a page, and a page with its total', async () => {
    const table = await world.create(columns);
    const { rows } = await table.insert({ rows: [{ key: 'a', n: 1 }, { key: 'b', n: 1 }, { key: 'c' }] });
    const reader = new Reader();
    await reader.query(table);
    const before = reader.statements;
    expect((await reader.get(table, rows[0]?.id ?? '')).data).toEqual({ key: 'a', n: 1 });
    expect((await reader.query(table, { filter: { n: 1 } })).total).toBe(2);
    expect((await reader.query(table, { filter: { key: 'b' }, includesTotal: false })).rows).toHaveLength(1);
    expect((await reader.query(table, { filter: { n: { $gte: 1 } }, sort: { n: 'desc' } })).total).toBe(2);
    expect((await reader.query(table, { sort: { n: 'asc' } })).total).toBe(3);
    expect(reader.statements - before).toBe(5);
  });

  it('uses the columns that another process has added and renamed since', async () => {
    const table = await world.create(columns);
    await table.insert({ data: { key: 'a', n: 1 } });
    const reader = new Reader();
    await reader.query(table);
    await table.change({ type: 'add-column', column: { name: 'more', type: 'string' }, position: undefined });
    await table.change({ type: 'change-column', name: 'n', updates: { name: 'm' } });
    const { rows, total } = await reader.query(table, { filter: { more: null, m: 1 } });
    expect(rows.map(({ data }) => data)).toEqual([{ key: 'a', m: 1 }]);
    expect(total).toBe(1);
  });

  it('rejects a column that another process has deleted since', async () => {
    const table = await world.create(columns);
    const reader = new Reader();
    await reader.query(table, { filter: { n: 1 } });
    await table.change({ type: 'delete-column', name: 'n' });
    await expect(reader.query(table, { filter: { n: 1 } })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('finds nothing in a table that another process has archived since', async () => {
    const table = await world.create(columns);
    const { rows } = await table.insert({ data: { key: 'a' } });
    const reader = new Reader();
    await reader.query(table);
    await table.archive();
    await expect(reader.query(table)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(reader.get(table, rows[0]?.id ?? '')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(table.insert({ data: { key: 'b' } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
