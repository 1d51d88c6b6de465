import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import type { ItemBegin } from '#ledger/backup/backup-format.js';
import { BackupReader } from '#ledger/backup/backup-reader.js';
import { BackupRefused } from '#ledger/backup/backup-refused.js';
import { BackupWriter } from '#ledger/backup/backup-writer.js';
import { makeBackup } from '#ledger/backup/make-backup.js';
import { restoreBackup, type RestoredBackup } from '#ledger/backup/restore-backup.js';
import { migrations } from '#ledger/database/migrations/index.js';
import { DiskBytes } from '#ledger/objects/disk-bytes.js';
import { startFaultProxy, type FaultProxy } from '../../support/fault-proxy.js';
import { losingAnswerOfCommit } from '../../support/lost-commit.js';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/test-database.js';

const location = '019a3c00-0000-7000-8000-000000000001';
const names = migrations.map(({ name }) => name);
const keyId = 'abcd1234';
let folder: string;
let source: TestDatabase;
/** Without a table: what is restored goes there. */
let target: TestDatabase;
let files: DiskBytes;

const inFolder = (name: string): string => join(folder, name);
const place = (): string => inFolder(join('to', location.slice(-2), location));

beforeAll(async () => {
  source = await createTestDatabase();
}, 60_000);
afterAll(() => source.drop());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-restored-'));
  target = await createEmptyDatabase();
  files = new DiskBytes(inFolder('to'));
  const from = new DiskBytes(inFolder('from'));
  await from.write(location, Readable.from([Buffer.from('kept with care')]));
  await ask(
    source,
    `insert into stored_object (location, key, bytes, touched_at) values ('${location}', 'digest', 14, now()) on conflict do nothing`,
  );
  const keyIdIn = async (): Promise<string> => keyId;
  const release = { version: '1.2.3', migrations: names };
  await makeBackup({
    connectionString: source.connectionString,
    path: inFolder('backup'),
    keyIdIn,
    now: new Date(0),
    files: from,
    release,
  });
});
afterEach(async () => {
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

async function ask({ connectionString }: TestDatabase, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

const objects = (): Promise<unknown[]> => ask(target, 'select location from stored_object');

function restore({ path = 'backup', connectionString = target.connectionString } = {}): Promise<RestoredBackup> {
  return restoreBackup({ connectionString, path: inFolder(path), keyIds: [keyId], files });
}

/** The backup again, with another name for its stored file. */
async function craft(path: string, fileName: string): Promise<void> {
  const reader = await BackupReader.open(inFolder('backup'));
  const writer = await BackupWriter.begin(inFolder(path), await reader.header());
  for await (const { kind, name, data, end } of reader.items()) {
    const item: ItemBegin = { kind, name: kind === 'file' ? fileName : name };
    await writer.item(item, data, () => end().rows);
  }
  await writer.finish();
  await reader.close();
}

describe('a restore with stored files whose COMMIT', () => {
  let proxy: FaultProxy;
  beforeEach(async () => {
    proxy = await startFaultProxy(target.connectionString);
  });
  afterEach(() => proxy.close());
  afterEach(() => void migrations.splice(names.length));

  it('is durable and loses its answer keeps the files of the rows that are there', async () => {
    proxy.failNext(...Array.from({ length: 10 }, () => losingAnswerOfCommit(target.connectionString)));
    await expect(restore({ connectionString: proxy.url })).rejects.toThrow('it is not known whether the database has kept it');
    expect(await objects()).toEqual([{ location }]);
    expect(await text(await files.open(location))).toBe('kept with care');
    await expect(restore()).rejects.toThrow('The database is not empty');
    expect(await files.exists(location)).toBe(true);
  });

  it('never arrives leaves files that the next restore passes over', async () => {
    proxy.failStatements(/^Q....COMMIT\0$/s);
    await expect(restore({ connectionString: proxy.url })).rejects.toThrow(BackupRefused);
    expect(proxy.lost).toBe(1);
    expect(await ask(target, `select 1 from pg_class where relname = 'stored_object'`)).toEqual([]);
    const { ino } = await stat(place());
    await restore();
    expect(await objects()).toEqual([{ location }]);
    expect(await text(await files.open(location))).toBe('kept with care');
    expect((await stat(place())).ino).toBe(ino);
  });

  it('is refused by the database leaves no files', async () => {
    class RefusesCommit9999999999999 {
      name = 'RefusesCommit9999999999999';

      async up(runner: QueryRunner): Promise<void> {
        await runner.query(`create function refuse() returns trigger language plpgsql as $$
          begin raise exception 'refused at the commit' using errcode = 'check_violation'; end $$`);
        await runner.query(
          'create constraint trigger refuse after insert on migration deferrable initially deferred for each row execute function refuse()',
        );
      }

      async down(): Promise<void> {}
    }
    migrations.push(RefusesCommit9999999999999);
    await expect(restore()).rejects.toThrow('refused at the commit');
    expect(await files.exists(location)).toBe(false);
  });
});

describe('a stored file of a backup', () => {
  it.each(['../../outside', 'outside'])('with the name %j is refused and not written', async (name) => {
    await craft('crafted', name);
    const error = await restore({ path: 'crafted' }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(BackupRefused);
    expect((error as Error).message).toContain(`a stored file with a name that no release has made: ${JSON.stringify(name)}.`);
    expect((await readdir(folder)).toSorted()).toEqual(['backup', 'crafted', 'from']);
    expect(await ask(target, `select 1 from pg_class where relname = 'stored_object'`)).toEqual([]);
  });

  it('is restored over the part of it that a killed restore has left', async () => {
    await mkdir(inFolder('to/incoming'), { recursive: true });
    await writeFile(inFolder(`to/incoming/${location}`), 'kept with care, and more than there is to be');
    await restore();
    expect(await text(await files.open(location))).toBe('kept with care');
    expect(await readdir(inFolder('to/incoming'))).toEqual([]);
  });
});

describe('a folder of stored bytes', () => {
  it('refuses locations that could lead out of it', async () => {
    for (const name of ['../outside', 'a..', '..', 'a/b', '']) {
      const refusal = `${JSON.stringify(name)} cannot be the location of stored bytes`;
      await expect(files.write(name, Readable.from([Buffer.from('x')]))).rejects.toThrow(refusal);
      await expect(files.open(name)).rejects.toThrow(refusal);
      await expect(files.exists(name)).rejects.toThrow(refusal);
      await expect(files.remove(name)).rejects.toThrow(refusal);
    }
    expect((await readdir(folder)).toSorted()).toEqual(['backup', 'from']);
  });
});
