import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createDataSource, createPool, migrateDatabase } from '#ledger/database/connect.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

/** The time limit for locks of all connections. */
const limitMs = 10_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('a process waits for the migration of another one, however long it takes', async () => {
  const [migrating, waiting] = [createPool(database.connectionString, 1), createPool(database.connectionString, 2)];
  const dataSource = await createDataSource(database.connectionString).initialize();
  const other = await migrating.connect();
  await other.query(`select pg_advisory_lock(hashtext('sluice_migrations'))`);
  const migrated = migrateDatabase(dataSource, waiting);
  await new Promise((resolve) => setTimeout(resolve, limitMs + 1_000));
  other.release(true);
  expect(await migrated).toEqual([]);
  await dataSource.destroy();
  await Promise.all([migrating.end(), waiting.end()]);
}, 60_000);
