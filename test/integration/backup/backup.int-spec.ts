import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { BackupRefused } from '#ledger/backup/backup-refused.js';
import { BackupReader } from '#ledger/backup/backup-reader.js';
import { BackupWriter } from '#ledger/backup/backup-writer.js';
import { makeBackup, type MadeBackup } from '#ledger/backup/make-backup.js';
import { restoreBackup } from '#ledger/backup/restore-backup.js';
import { continueOrder } from '#ledger/backup/restored-order.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { keyIdOfDatabase, requireEncryptionKey } from '#modules/identity/index.js';
import { createDataSource } from '#ledger/database/connect.js';
import { migrations } from '#ledger/database/migrations/index.js';
import { DiskBytes } from '#ledger/objects/disk-bytes.js';
import { feedStart, readFeed } from '#ledger/projections/event-feed.js';
import { eventually } from '../../support/eventually.js';
import { startFaultProxy } from '../../support/fault-proxy.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

const keyId = 'abcd1234';
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

function backup(path: string, from: TestDatabase, release: readonly string[] = names, files?: DiskBytes): Promise<MadeBackup> {
  const options = {
    connectionString: from.connectionString,
    path: join(folder, path),
    keyIdIn: async () => keyId,
    now: new Date(0),
    files,
  };
  return makeBackup({ ...options, release: { version: '1.2.3', migrations: release } });
}

async function empty({ connectionString }: TestDatabase): Promise<void> {
  const own = new pg.Client({ connectionString });
  await own.connect();
  await own.query('drop schema public cascade; create schema public');
  await own.end();
}

/** Uses another connection, because a transaction does not see changes to its own view of the locks. */
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
  it('fails when a table was recreated after its snapshot, rather than store it as empty', async () => {
    await client.query('begin');
    await client.query('lock table workspace_file in access exclusive mode');
    const made = backup('replaced', database).catch((error: unknown) => error);
    await waitingForLock();
    await client.query(
      'create table fresh (like workspace_file including all); drop table workspace_file; alter table fresh rename to workspace_file',
    );
    await client.query('commit');
    const error = await made;
    expect(error).toBeInstanceOf(BackupRefused);
    expect((error as Error).message).toContain('workspace_file was recreated while the backup was made');
    expect(await readdir(folder)).toEqual([]);
  });

  it('contains the objects that hold large values of runs, and restores them with their rows', async () => {
    const [location, streamId] = ['019a3c00-0000-7000-8000-000000000001', '019a3c00-0000-7000-8000-000000000002'];
    const [from, to] = [new DiskBytes(join(folder, 'from')), new DiskBytes(join(folder, 'to'))];
    await from.write(location, Readable.from([Buffer.from('"large"')]));
    await client.query(`insert into stored_object (location, owner, touched_at) values ('${location}', 7, now());
      insert into stored_payload (stream_id, hash, location, owner, bytes) values ('${streamId}', 'digest', '${location}', 7, 7)`);
    const made = await backup('objects', database, names, from);
    expect(made.header.files).toEqual({ count: 1, bytes: 7, included: true });
    await empty(other);
    await restoreBackup({ connectionString: other.connectionString, path: join(folder, 'objects'), keyIds: ['abcd1234'], files: to });
    expect(await text(await to.open(location))).toBe('"large"');
    const own = new pg.Client({ connectionString: other.connectionString });
    await own.connect();
    expect((await own.query('select stream_id as "streamId", location from stored_payload')).rows).toEqual([{ streamId, location }]);
    await own.end();
  });

  it('counts the rows of a table whose number arrives in another packet than its last row', async () => {
    const proxy = await startFaultProxy(database.connectionString);
    const copyDone = Buffer.from([0x63, 0, 0, 0, 4]);
    proxy.splitAnswers(copyDone);
    const late = await backup('late', { ...database, connectionString: proxy.url });
    await proxy.close();
    const { footer } = await backup('at-once', database);
    expect(footer.rows).toBeGreaterThan(0);
    expect(late.footer.rows).toBe(footer.rows);
  });

  it('without the numbers of rows, as an earlier release may have made it, is restored', async () => {
    const { header } = await backup('counted', database);
    const reader = await BackupReader.open(join(folder, 'counted'));
    await reader.header();
    const writer = await BackupWriter.begin(join(folder, 'uncounted'), header);
    for await (const { kind, name, data } of reader.items()) await writer.item({ kind, name }, data, () => 0);
    await writer.finish();
    await reader.close();
    await empty(other);
    const files = new DiskBytes(join(folder, 'none'));
    await restoreBackup({ connectionString: other.connectionString, path: join(folder, 'uncounted'), keyIds: ['abcd1234'], files });
    const own = new pg.Client({ connectionString: other.connectionString });
    await own.connect();
    expect((await own.query('select 1 from stored_payload')).rowCount).toBe(1);
    await own.end();
  });

  it('names the key of the database, which the caller may have as a former one, and is refused without it', async () => {
    const [former, present, other] = ['1a'.repeat(32), '2b'.repeat(32), '4d'.repeat(32)];
    const pool = new pg.Pool({ connectionString: database.connectionString });
    await requireEncryptionKey(pool, new SecretBox(former));
    await pool.end();
    const options = { connectionString: database.connectionString, now: new Date(0), release: { version: '1.2.3', migrations: names } };
    const backupWith = (box: SecretBox, path: string): Promise<MadeBackup> =>
      makeBackup({ ...options, path: join(folder, path), keyIdIn: (from) => keyIdOfDatabase(from, box) });
    const { header } = await backupWith(new SecretBox(present, [former]), 'former-key');
    expect(header.keyId).toBe(new SecretBox(former).keyId);
    await expect(backupWith(new SecretBox(other), 'wrong-key')).rejects.toThrow('SLUICE_ENCRYPTION_KEY is not the key of this database');
    expect(await readdir(folder)).not.toContain('wrong-key');
  });

  it('of a schema of another release is refused', async () => {
    await expect(backup('other', database, [...names, 'Later9999999999999'])).rejects.toThrow('is not the one of this release');
  });
});

describe('a backup of an earlier release', () => {
  class Later9999999999999 {
    name = 'Later9999999999999';

    async up(runner: QueryRunner): Promise<void> {
      await runner.query('alter table folder add column color text');
    }

    async down(): Promise<void> {}
  }

  afterEach(() => void migrations.splice(names.length));

  it('is restored and brought to this one', async () => {
    const earlier = [...migrations];
    migrations.push(Later9999999999999);
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
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...names, 'Later9999999999999'].toSorted());
  });
});

describe('the order of events in a cluster that has counted fewer transactions', () => {
  it('continues after the restored events, and followers see the events before and after', async () => {
    const { rows: now } = await client.query<{ tx: string }>('select pg_current_xact_id()::text as tx');
    const highest = String(BigInt(now[0]?.tx ?? 0) + 1_000_000n);
    await insertEvent(1, highest);
    expect(await seen()).toEqual([]);
    await client.query('begin');
    const added = await continueOrder(client, highest);
    await client.query('commit');
    expect(added).toBeGreaterThan(900_000n);
    await insertEvent(2);
    await eventually(async () => expect(await seen()).toEqual([1, 2]));
  });

  it('is left alone where the cluster has counted more', async () => {
    expect(await continueOrder(client, '3')).toBe(0n);
  });

  async function insertEvent(version: number, tx?: string): Promise<void> {
    await client.query(
      `insert into ledger_event (stream_id, version, type, schema_version, data, at${tx === undefined ? '' : ', tx'})
       values ('019a3c00-0000-7000-8000-000000000000', ${version}, 'counted', 1, '{}', now()${tx === undefined ? '' : `, '${tx}'`})`,
    );
  }

  async function seen(): Promise<number[]> {
    const rows = await readFeed(client, { after: feedStart, types: ['counted'], limit: 10, horizon: 'settled' });
    return rows.map(({ version }) => version);
  }
});
