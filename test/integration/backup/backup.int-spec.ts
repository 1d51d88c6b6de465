import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { BackupRefused } from '#infrastructure/backup/backup-refused.js';
import { makeBackup, type MadeBackup } from '#infrastructure/backup/make-backup.js';
import { restoreBackup } from '#infrastructure/backup/restore-backup.js';
import { createDataSource } from '#infrastructure/database/connect.js';
import { migrations } from '#infrastructure/database/migrations/index.js';
import { DiskBytes } from '#infrastructure/objects/disk-bytes.js';
import { eventually } from '../../support/eventually.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

const names = migrations.map(({ name }) => name);
let folder: string;
let database: TestDatabase;
let other: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-backup-'));
  database = await createTestDatabase();
  other = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
}, 60_000);
afterAll(async () => {
  await client.end();
  await database.drop();
  await other.drop();
  await rm(folder, { recursive: true, force: true });
});

function backup(path: string, from: TestDatabase, release: readonly string[] = names): Promise<MadeBackup> {
  const options = { connectionString: from.connectionString, path: join(folder, path), keyId: 'abcd1234', now: new Date(0) };
  return makeBackup({ ...options, release: { version: '1.2.3', migrations: release } });
}

async function empty({ connectionString }: TestDatabase): Promise<void> {
  const own = new pg.Client({ connectionString });
  await own.connect();
  await own.query('drop schema public cascade; create schema public');
  await own.end();
}

/** Seen from another connection: within a transaction nobody comes and goes. */
async function waitingForLock(): Promise<void> {
  const watcher = new pg.Client({ connectionString: database.connectionString });
  await watcher.connect();
  await eventually(async () => {
    const { rows } = await watcher.query(`select 1 from pg_locks where not granted and relation = 'workspace_file'::regclass`);
    expect(rows).toHaveLength(1);
  });
  await watcher.end();
}

describe('a backup', () => {
  it('fails rather than show a table as empty that was made anew behind its snapshot', async () => {
    await client.query('begin');
    await client.query('lock table workspace_file in access exclusive mode');
    const made = backup('replaced', database).catch((error: unknown) => error);
    await waitingForLock();
    await client.query(
      'create table anew (like workspace_file including all); drop table workspace_file; alter table anew rename to workspace_file',
    );
    await client.query('commit');
    const error = await made;
    expect(error).toBeInstanceOf(BackupRefused);
    expect((error as Error).message).toContain('workspace_file was made anew while the backup was made');
    expect(await readdir(folder)).toEqual([]);
  });

  it('of a schema of another release is refused', async () => {
    await expect(backup('other', database, [...names, 'Later9999999999999'])).rejects.toThrow('is not the one of this release');
  });
});

describe('a backup of an earlier release', () => {
  it('is restored and brought to this one', async () => {
    const earlier = migrations.slice(0, names.indexOf('OrderOfEvents1763602250000') + 1);
    await empty(other);
    const dataSource = await createDataSource(other.connectionString).setOptions({ migrations: earlier }).initialize();
    await dataSource.runMigrations();
    await dataSource.destroy();
    await backup(
      'earlier',
      other,
      earlier.map(({ name }) => name),
    );
    await empty(other);
    const files = new DiskBytes(folder);
    await restoreBackup({ connectionString: other.connectionString, path: join(folder, 'earlier'), keyIds: ['abcd1234'], files });
    const own = new pg.Client({ connectionString: other.connectionString });
    await own.connect();
    const { rows } = await own.query<{ name: string }>('select name from migration');
    await own.end();
    expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  });
});
