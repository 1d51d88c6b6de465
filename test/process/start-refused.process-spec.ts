import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { runSluice } from '../support/sluice-command.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const [ownKey, wrongKey] = ['1a'.repeat(32), '2b'.repeat(32)];
const otherKeySentence =
  'SLUICE_ENCRYPTION_KEY is not the key of this database and opens none of its secrets: set the key that sealed them (with the embedded database: restore the file encryption-key of its data folder), or add that key to SLUICE_ENCRYPTION_KEY_PREVIOUS\n';

let database: TestDatabase;
let client: pg.Client;
let env: Record<string, string>;
const started: ServerProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  env = await serverEnv(database, { SLUICE_ENCRYPTION_KEY: ownKey });
  await startAndStop();
}, 60_000);
afterEach(async () => {
  for (const server of started.splice(0)) await server.kill('SIGTERM');
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function start(more: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const server = await startServerProcess({ ...env, ...more });
  started.push(server);
  return server;
}

async function startAndStop(more: Readonly<Record<string, string>> = {}): Promise<void> {
  await (await start(more)).kill('SIGTERM');
}

async function sealedWith(): Promise<string | undefined> {
  const { rows } = await client.query<{ key: string }>(`select split_part(sealed, '.', 1) as key from encryption_key_check`);
  return rows[0]?.key;
}

describe('a start with an encryption key that is not the one of the database', () => {
  it('is refused with one sentence and the exit code of a bad configuration', async () => {
    expect(await runSluice([], { ...env, SLUICE_ENCRYPTION_KEY: wrongKey })).toEqual({ code: 78, out: '', error: otherKeySentence });
  });

  it('is refused by a database of a release without a check value too, and the right key then leaves one', async () => {
    await client.query('delete from encryption_key_check');
    expect(await runSluice([], { ...env, SLUICE_ENCRYPTION_KEY: wrongKey })).toMatchObject({ code: 78, error: otherKeySentence });
    expect(await sealedWith()).toBeUndefined();
    await startAndStop();
    expect(await sealedWith()).toMatch(/^[0-9a-f]{8}$/);
  });

  it('is accepted when the key of the database is among the former ones, and the rotation moves the check value', async () => {
    const before = await sealedWith();
    const settings = { SLUICE_ENCRYPTION_KEY: wrongKey, SLUICE_ENCRYPTION_KEY_PREVIOUS: ownKey };
    await startAndStop(settings);
    expect(await sealedWith()).toBe(before);
    expect(await runSluice(['keys', 'rotate-encryption'], { ...env, ...settings })).toMatchObject({ code: 0 });
    expect(await sealedWith()).not.toBe(before);
    expect(await runSluice([], env)).toMatchObject({ code: 78, error: otherKeySentence });
    await startAndStop({ SLUICE_ENCRYPTION_KEY: wrongKey });
    await runSluice(['keys', 'rotate-encryption'], { ...env, SLUICE_ENCRYPTION_KEY_PREVIOUS: wrongKey });
  });

  it('is accepted after a former release has rotated the keys, which left the check value as it was', async () => {
    const { rows } = await client.query<{ sealed: string }>('select sealed from encryption_key_check');
    const settings = { SLUICE_ENCRYPTION_KEY: wrongKey, SLUICE_ENCRYPTION_KEY_PREVIOUS: ownKey };
    await runSluice(['keys', 'rotate-encryption'], { ...env, ...settings });
    await client.query('update encryption_key_check set sealed = $1', [rows[0]?.sealed]);
    await startAndStop({ SLUICE_ENCRYPTION_KEY: wrongKey });
    await runSluice(['keys', 'rotate-encryption'], { ...env, SLUICE_ENCRYPTION_KEY_PREVIOUS: wrongKey });
  });

  it('is refused by keys recover as well, since no server would accept the key that it makes', async () => {
    const { code, error } = await runSluice(['keys', 'recover'], { ...env, SLUICE_ENCRYPTION_KEY: wrongKey });
    expect({ code, error }).toEqual({ code: 78, error: otherKeySentence });
  });
});

describe('a start against PostgreSQL 15', () => {
  it('is refused with a sentence that names the needed version, and doctor says the same', async () => {
    // Names of functions are looked up in this order: a server of the current version answers as an older one.
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    await client.query(`alter database "${rows[0]?.name}" set search_path = public, pg_catalog`);
    await client.query(`create function public.current_setting(text) returns text language sql as
      $$ select case $1 when 'server_version_num' then '150008' else pg_catalog.current_setting($1) end $$`);
    try {
      expect(await runSluice([], env)).toEqual({
        code: 78,
        out: '',
        error:
          'Sluice needs PostgreSQL 16 or newer, and DATABASE_URL names a server of version 15: upgrade that server, or use another one\n',
      });
      const { out } = await runSluice(['doctor', '--json'], env);
      expect(JSON.parse(out)).toMatchObject({
        findings: expect.arrayContaining([expect.objectContaining({ check: 'database version', status: 'fail' })]),
      });
    } finally {
      await client.query('drop function public.current_setting(text)');
    }
  });
});
