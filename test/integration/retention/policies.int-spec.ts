import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { composition } from '#app/composition.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function tables(condition: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and ${condition} order by 1`,
  );
  return rows.map(({ name }) => name);
}

describe('every table', () => {
  it('declares what becomes of its rows, and every declared table exists', async () => {
    expect(composition.tables.map(({ table }) => table).toSorted()).toEqual([...(await tables('true'))].toSorted());
  });

  it('that lies in months is partitioned, and no other table is', async () => {
    const byMonth = composition.tables.flatMap(({ table, kept }) => (kept.kind === 'month' ? [table] : []));
    expect(byMonth.toSorted()).toEqual([...(await tables(`relkind = 'p'`))].toSorted());
  });

  it('whose rows are deleted with runs has the column that names the run', async () => {
    const { rows } = await client.query<{ table: string; column: string }>(
      `select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid where a.atttypid = 'uuid'::regtype`,
    );
    expect(composition.runs.rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(expect.arrayContaining([...composition.runs.rows]));
  });

  it('with a row for each run deletes it with the run or keeps it on purpose', () => {
    const perRun = composition.projections.filter(({ handlers }) => handlers.has('execution.started')).flatMap(({ models }) => models);
    expect(perRun.filter(({ kept }) => !['month', 'record'].includes(kept.kind))).toEqual([]);
  });
});
