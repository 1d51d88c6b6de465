import { chmod, copyFile, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { addressOfRunning } from '#host/postgres/embedded-postgres.js';
import { eventually } from '../support/eventually.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { runSluice } from '../support/sluice-command.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let emptyDatabase: TestDatabase;
let folder: string;
let env: Record<string, string>;
let server: ServerProcess;
let workflowId: string;
let workspaceId: string;
let fileId: string;
/** Made while runs went on, with files. */
let busyBackup: string;
const file = (name: string): string => join(folder, name);

/** A separate cluster, whose transactions have lower numbers than those of the backup. */
let elsewhere: Record<string, string>;

async function ask<Row extends object>(connectionString: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function execute(on: ServerProcess): Promise<void> {
  const { status } = await on.call('POST', `/api/workflows/${workflowId}/execute`, { async: true, input: { amount: 50, customer: 'Ada' } });
  expect(status).toBe(202);
}

async function upload(content: string): Promise<string> {
  const form = new FormData();
  form.set('workspaceId', workspaceId);
  form.set('file', new Blob([content]), 'note.txt');
  const response = await fetch(`${server.url}/api/v1/files`, { method: 'POST', headers: { 'x-api-key': serverKey }, body: form });
  return ((await response.json()) as { data: { file: { id: string } } }).data.file.id;
}

const serverKey = `sk-sluice-${'t'.repeat(32)}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-backup-'));
  await chmod(folder, 0o755);
  database = await createTestDatabase();
  emptyDatabase = await createTestDatabase();
  await empty(emptyDatabase);
  env = await serverEnv(database, { SLUICE_FILES_DIR: file('files') });
  elsewhere = { SLUICE_DATA_DIR: file('data'), SLUICE_ENCRYPTION_KEY: '0'.repeat(64), PORT: String(Number(env.PORT) + 1) };
  server = await startServerProcess(env);
  const { body: workspaces } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  workspaceId = workspaces.data[0]?.id ?? '';
  const { body: workflows } = await server.call<{ data: { id: string }[] }>('GET', `/api/v1/workflows?workspaceId=${workspaceId}`);
  workflowId = workflows.data[0]?.id ?? '';
  fileId = await upload('kept with care');
}, 90_000);

afterAll(async () => {
  await server.kill('SIGKILL');
  await database.drop();
  await emptyDatabase.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Tables that say something about the server of a database. Backups leave them out. */
const ofTheServer = ['migration', 'server_timeline'];

describe('a backup', () => {
  it('is made beside a server at work', async () => {
    busyBackup = file('busy.backup');
    let running = true;
    const clients = Array.from({ length: 3 }, async () => {
      while (running) await execute(server);
    });
    const { code, out, error } = await runSluice(['backup', busyBackup, '--with-files', '--json'], env);
    running = false;
    await Promise.all(clients);
    expect({ code, error }).toEqual({ code: 0, error: expect.stringContaining('The encryption key is not in the backup') });
    expect(JSON.parse(out)).toMatchObject({ file: busyBackup, filesIncluded: true, files: 1, missingFiles: [] });
    expect((await stat(busyBackup)).mode & 0o777).toBe(0o600);
  });

  it('takes the place of nothing, and leaves nothing when it fails', async () => {
    expect(await runSluice(['backup', busyBackup], env)).toMatchObject({ code: 1, error: expect.stringContaining('exists already') });
    expect(await runSluice(['backup', file('nowhere/a.backup')], env)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/nowhere does not exist\. Check the path/),
    });
    expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('says what is not in it', async () => {
    const { code, error } = await runSluice(['backup', file('bare.backup')], env);
    expect({ code, error }).toMatchObject({ code: 0, error: expect.stringContaining('1 stored files (0.0 MB) are not in the backup') });
  });
});

describe('a restore', () => {
  it.each([
    ['one bit is another one', async (path: string) => flipBit(path, 5000)],
    ['one bit of its end is another one', async (path: string) => flipBit(path, (await stat(path)).size - 3)],
    ['its end is missing', async (path: string) => truncate(path, (await stat(path)).size - 100)],
  ])('refuses a file of which %s', async (_, harm) => {
    const harmed = file('harmed.backup');
    await copyFile(busyBackup, harmed);
    await harm(harmed);
    const { code, error } = await runSluice(['restore', harmed], { ...env, DATABASE_URL: emptyDatabase.connectionString });
    expect({ code, error }).toEqual({ code: 1, error: expect.stringMatching(/harmed\.backup is damaged: .*\n$/) });
    expect(await tablesOf(emptyDatabase.connectionString)).toEqual([]);
  });

  it.each([
    ['a file that is no backup', () => ({ path: file('note.txt'), env: {} }), 'is not a backup of Sluice'],
    [
      'a database that is not empty',
      () => ({ path: busyBackup, env: { DATABASE_URL: database.connectionString } }),
      'The database is not empty',
    ],
    [
      'another encryption key',
      () => ({ path: busyBackup, env: { SLUICE_ENCRYPTION_KEY: '1'.repeat(64) } }),
      'sealed with another encryption key',
    ],
  ])('refuses %s', async (_, given, words) => {
    await writeFile(file('note.txt'), 'a note');
    const { path, env: more } = given();
    const ended = await runSluice(['restore', path], { ...env, DATABASE_URL: emptyDatabase.connectionString, ...more });
    expect(ended).toMatchObject({ code: 1, out: '', error: expect.stringContaining(words) });
  });

  it('brings back every row as it was', async () => {
    await server.kill('SIGTERM');
    await runSluice(['backup', file('quiet.backup')], env);
    const { code, error } = await runSluice(['restore', file('quiet.backup')], { ...env, DATABASE_URL: emptyDatabase.connectionString });
    expect({ code, error }).toMatchObject({ code: 0 });
    const tables = await tablesOf(database.connectionString);
    expect(tables).toContain('run_event_default');
    expect(await tablesOf(emptyDatabase.connectionString)).toEqual(tables);
    for (const table of tables.filter((name) => !ofTheServer.includes(name))) {
      const rows = `select t::text as row from "${table}" t order by 1`;
      expect({ table, rows: await ask(emptyDatabase.connectionString, rows) }).toEqual({
        table,
        rows: await ask(database.connectionString, rows),
      });
    }
  });

  it('lets everybody who follows the events go on from his place, in a cluster that has counted fewer transactions', async () => {
    expect(await runSluice(['restore', busyBackup], elsewhere)).toMatchObject({
      code: 0,
      error: expect.stringContaining('Start the server with the same SLUICE_ENCRYPTION_KEY'),
    });
    const restored = await startServerProcess(elsewhere);
    try {
      const address = addressOfRunning(file('data')) ?? '';
      const [before] = await ask<{ max: string }>(address, 'select max(tx::text::bigint)::text as max from run_event');
      for (let run = 0; run < 5; run += 1) await execute(restored);
      const [after] = await ask<{ least: string }>(
        address,
        `select min(tx::text::bigint)::text as least from run_event where tx > '${before?.max}'`,
      );
      expect(BigInt(after?.least ?? 0)).toBeGreaterThan(BigInt(before?.max ?? 0));
      await eventually(async () => {
        const [counts] = await ask<Record<string, number>>(address, countsOfFollowers);
        expect(counts).toEqual({
          runs: counts?.runs,
          logs: counts?.runs,
          charges: counts?.runs,
          audited: counts?.runs,
          behind: 0,
          dead: 0,
        });
      }, 30_000);
      const content = await fetch(`${restored.url}/api/v1/files/${fileId}?workspaceId=${workspaceId}`, {
        headers: { 'x-api-key': serverKey },
      });
      expect(await content.text()).toBe('kept with care');
    } finally {
      await restored.kill('SIGTERM');
    }
  });

  it('leaves the audit log provable', async () => {
    await writeFile(file('key.pem'), (await runSluice(['audit', 'public-key'], elsewhere)).out);
    await runSluice(['audit', 'export', '--out', file('audit.jsonl')], elsewhere);
    expect(await runSluice(['audit', 'verify', file('audit.jsonl'), '--public-key', file('key.pem')])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Sound: /),
    });
  });
});

describe('a backup without the encryption key of the database', () => {
  it.each([
    ['in a shell without the key', {}, 'encryption-key is missing, and SLUICE_ENCRYPTION_KEY is not set'],
    ['with another key', { SLUICE_ENCRYPTION_KEY: '1'.repeat(64) }, 'SLUICE_ENCRYPTION_KEY is not the key of this database'],
  ])('is refused %s, and no key is made', async (_, key, words) => {
    const ended = await runSluice(['backup', file('keyless.backup')], { SLUICE_DATA_DIR: file('data'), ...key });
    expect(ended).toMatchObject({ code: 78, out: '', error: expect.stringContaining(words) });
    expect(await readdir(file('data'))).not.toContain('encryption-key');
    expect((await readdir(folder)).filter((name) => name.startsWith('keyless'))).toEqual([]);
  });
});

describe('an encrypted backup', () => {
  let target: TestDatabase;
  let into: Record<string, string>;
  const encrypted = (): string => file('encrypted.backup');
  const locked = (): string => file('locked.backup');

  beforeAll(async () => {
    target = await createTestDatabase();
    await empty(target);
    into = { ...env, DATABASE_URL: target.connectionString };
    const identity = await generateIdentity();
    await writeFile(file('identity.txt'), `# of the test\n${identity}\n`);
    await writeFile(file('other-identity.txt'), await generateIdentity());
    await writeFile(file('passphrase.txt'), 'seven dry leaves on a wall\n');
    await writeFile(file('other-passphrase.txt'), 'seven wet leaves on a wall\n');
    const made = await runSluice(
      ['backup', encrypted(), '--with-files', '--json', '--encrypt-to', await identityToRecipient(identity)],
      env,
    );
    expect({ code: made.code, made: JSON.parse(made.out) as unknown }).toMatchObject({ code: 0, made: { encrypted: true, files: 1 } });
    expect(await runSluice(['backup', locked(), '--passphrase-file', file('passphrase.txt')], env)).toMatchObject({ code: 0 });
  }, 60_000);
  afterAll(() => target.drop());

  it('is readable by its owner only, and shows nothing of the database', async () => {
    for (const path of [encrypted(), locked()]) {
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect((await readFile(path)).toString('latin1')).toMatch(/^age-encryption\.org\/v1\n(?!.*run_event)/s);
    }
  });

  it.each([
    ['without a key', () => [encrypted()], 'encrypted.backup is encrypted: restore it with --identity or --passphrase-file'],
    ['with the identity of another', () => [encrypted(), '--identity', file('other-identity.txt')], 'it was encrypted for another one'],
    ['with another passphrase', () => [locked(), '--passphrase-file', file('other-passphrase.txt')], 'it was encrypted for another one'],
    ['with a passphrase instead of an identity', () => [encrypted(), '--passphrase-file', file('passphrase.txt')], 'cannot be decrypted'],
    ['with a file that is no identity', () => [encrypted(), '--identity', file('passphrase.txt')], 'is not an age identity file'],
    [
      'with a file that does not exist',
      () => [encrypted(), '--identity', file('nowhere.txt')],
      'nowhere.txt does not exist. Check the path',
    ],
    ['with a key for a file that needs none', () => [busyBackup, '--identity', file('identity.txt')], 'busy.backup is not encrypted'],
  ])('is not restored %s', async (_, args, words) => {
    const ended = await runSluice(['restore', ...args()], into);
    expect(ended).toEqual({ code: 1, out: '', error: expect.stringMatching(new RegExp(`^[^\\n]*${words}[^\\n]*\\n$`)) });
    expect(await tablesOf(target.connectionString)).toEqual([]);
  });

  it('is not restored when one bit of it is another one, or its end is missing', async () => {
    for (const harm of [flipBit, truncate]) {
      await copyFile(encrypted(), file('harmed.backup'));
      await harm(file('harmed.backup'), (await stat(encrypted())).size - 300);
      expect(await runSluice(['restore', file('harmed.backup'), '--identity', file('identity.txt')], into)).toMatchObject({
        code: 1,
        error: expect.stringMatching(/harmed\.backup is damaged: .*\n$/),
      });
    }
    expect(await tablesOf(target.connectionString)).toEqual([]);
  });

  it.each([
    ['backup', '--encrypt-to'],
    ['restore', '--identity'],
  ])('%s takes one kind of key', async (command, option) => {
    const ended = await runSluice([command, file('none.backup'), option, 'a', '--passphrase-file', 'b'], into);
    expect(ended).toMatchObject({ code: 64, error: expect.stringContaining('cannot be used with option') });
  });

  it('is not made for something that is no recipient, which is not repeated', async () => {
    const secret = await generateIdentity();
    const { code, error } = await runSluice(['backup', file('none.backup'), '--encrypt-to', secret], env);
    expect({ code, error }).toEqual({ code: 1, error: expect.stringMatching(/^--encrypt-to is not an age recipient.*\n$/) });
    expect(error).not.toContain(secret);
    expect((await readdir(folder)).filter((name) => name.startsWith('none.backup'))).toEqual([]);
  });

  it.each(['age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq5cu47z', 'age1qyq', ''])(
    'is refused before the database is read when nothing can be encrypted for %j',
    async (recipient) => {
      const away = { ...env, DATABASE_URL: 'postgres://sluice@127.0.0.1:59999/nowhere' };
      const { code, error } = await runSluice(['backup', file('none.backup'), '--encrypt-to', recipient], away);
      expect({ code, error }).toEqual({ code: 1, error: expect.stringMatching(/^--encrypt-to is not an age recipient.*\n$/) });
    },
  );

  it.each([
    ['the identity', () => [encrypted(), '--identity', file('identity.txt')]],
    ['the passphrase', () => [locked(), '--passphrase-file', file('passphrase.txt')]],
  ])('brings back every row with %s', async (_, args) => {
    await empty(target);
    const { code, error } = await runSluice(['restore', ...args()], into);
    expect({ code, error }).toMatchObject({ code: 0 });
    for (const table of (await tablesOf(database.connectionString)).filter((name) => !ofTheServer.includes(name))) {
      const rows = `select t::text as row from "${table}" t order by 1`;
      expect({ table, rows: await ask(target.connectionString, rows) }).toEqual({
        table,
        rows: await ask(database.connectionString, rows),
      });
    }
  });
});

async function empty({ connectionString }: TestDatabase): Promise<void> {
  await ask(connectionString, 'drop schema public cascade; create schema public');
}

/** Every run that was accepted is over, and in every view once. */
const countsOfFollowers = `select
  (select count(distinct stream_id)::int from run_event where type = 'execution.started') as runs,
  (select count(*)::int from execution_log where ended_at is not null) as logs,
  (select count(*)::int from usage_entry) as charges,
  (select count(*)::int from audit_entry where action = 'workflow.execute') as audited,
  (select count(*)::int from work_item) as behind,
  (select count(*)::int from dead_letter) as dead`;

async function tablesOf(connectionString: string): Promise<string[]> {
  const rows = await ask<{ name: string }>(
    connectionString,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function flipBit(path: string, at: number): Promise<void> {
  const handle = await open(path, 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, at);
  byte.writeUInt8(byte.readUInt8() ^ 4);
  await handle.write(byte, 0, 1, at);
  await handle.close();
}
