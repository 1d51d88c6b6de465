import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { composition } from '#app/composition.js';
import { tablePolicies } from '#ledger/months/table-policies.js';
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

const withPolicy = (kind: string): readonly string[] =>
  Object.entries(tablePolicies).flatMap(([table, policy]) => (policy.kind === kind ? [table] : []));

describe('every table', () => {
  it('has a policy that says why it does not grow for ever, and no policy is without a table', async () => {
    expect(Object.keys(tablePolicies).toSorted()).toEqual([...(await tables('true'))].toSorted());
  });

  it('that lies in months is partitioned, and no other is', async () => {
    expect([...withPolicy('month')].toSorted()).toEqual([...(await tables(`relkind = 'p'`))].toSorted());
  });

  it('of which a row is made for each run goes with the runs', () => {
    const perRun = composition.projections.filter(({ handlers }) => handlers.has('execution.started')).flatMap(({ models }) => models);
    const kept = perRun.map(({ table }) => table).filter((table) => !['month', 'record'].includes(tablePolicies[table]?.kind ?? ''));
    expect(kept).toEqual([]);
  });
});
