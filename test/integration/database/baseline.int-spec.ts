import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createDataSource, createPool, migrateDatabase } from '#ledger/database/connect.js';
import { migrations } from '#ledger/database/migrations/index.js';
import { projectFile } from '#host/project-file.js';
import { createEmptyDatabase, type TestDatabase } from '../../support/test-database.js';

const firstOfSnapshots = 'Foundation1763600000000';
const lastOfSnapshots = 'FiguresOfTheLog1763602349000';

describe('the baseline', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeEach(async () => {
    database = await createEmptyDatabase();
    client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
  });

  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  /** A database as a snapshot before 0.1.0 has left it. */
  async function snapshot(...names: readonly string[]): Promise<void> {
    await client.query(readFileSync(projectFile('src/ledger/database/migrations/1763602350000-baseline.sql'), 'utf8'));
    await client.query('create table migration (id serial primary key, timestamp bigint not null, name varchar not null)');
    for (const name of names) await client.query('insert into migration (timestamp, name) values ($1, $2)', [name.slice(-13), name]);
  }

  async function migrate(): Promise<readonly string[]> {
    const pool = createPool(database.connectionString, 1);
    const dataSource = await createDataSource(database.connectionString).initialize();
    try {
      return await migrateDatabase(dataSource, pool);
    } finally {
      await dataSource.destroy();
      await pool.end();
    }
  }

  async function recorded(): Promise<string[]> {
    const { rows } = await client.query<{ name: string }>('select name from migration order by id');
    return rows.map(({ name }) => name);
  }

  it('creates the schema in an empty database, once', async () => {
    expect(await migrate()).toEqual(migrations.map(({ name }) => name));
    expect(await migrate()).toEqual([]);
  });

  it('takes the place of the migrations of the last snapshot before 0.1.0, and keeps its rows', async () => {
    await snapshot(firstOfSnapshots, lastOfSnapshots);
    await client.query(`update append_generation set generation = 7`);
    await migrate();
    expect(await recorded()).toEqual(migrations.map(({ name }) => name));
    const { rows } = await client.query('select generation from append_generation');
    expect(rows).toEqual([{ generation: 7 }]);
  });

  it('refuses the database of an earlier snapshot and changes nothing', async () => {
    await snapshot(firstOfSnapshots);
    await expect(migrate()).rejects.toThrow(
      'The database was made by a snapshot of Sluice that is older than the last one before 0.1.0. Start that last snapshot on it once, or use an empty database.',
    );
    expect(await recorded()).toEqual([firstOfSnapshots]);
  });
});
