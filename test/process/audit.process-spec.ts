import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const encryptionKey = '4d'.repeat(32);
let database: TestDatabase;
let folder: string;
const file = (name: string): string => join(folder, name);

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

async function audit(args: readonly string[], env: Record<string, string> = { DATABASE_URL: database.connectionString }): Promise<Ended> {
  const child = spawn(process.execPath, ['dist/bundle/main.js', 'audit', ...args], {
    env: { PATH: process.env.PATH ?? '', SLUICE_ENCRYPTION_KEY: encryptionKey, ...env },
  });
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, error };
}

/** On a machine that has neither server nor database. */
const verify = (name: string, ...more: readonly string[]): Promise<Ended> =>
  audit(['verify', file(name), '--public-key', file('key.pem'), ...more], {});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-audit-'));
  database = await createTestDatabase();
  const server = await startServerProcess({ DATABASE_URL: database.connectionString, SLUICE_ENCRYPTION_KEY: encryptionKey });
  await server.call('POST', '/api/v1/users', { email: 'ada@example.org', name: 'Ada' });
  await server.kill('SIGKILL');
  await writeFile(file('key.pem'), (await audit(['public-key'])).out);
  await writeFile(file('checkpoint.json'), (await audit(['checkpoint'])).out);
  await audit(['export', '--out', file('export.jsonl')]);
}, 60_000);
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('npx sluice audit', () => {
  it('exports into a file that only its owner may read, and keeps the former one when it fails', async () => {
    expect((await stat(file('export.jsonl'))).mode & 0o777).toBe(0o600);
    await mkdir(file('taken'));
    expect(await audit(['export', '--out', file('taken')])).toMatchObject({ code: 1 });
    expect((await readdir(folder)).filter((name) => name.startsWith('taken'))).toEqual(['taken']);
  }, 30_000);

  it('exports what happened, also what a killed server had not got to, and verifies it without a database', async () => {
    expect(await readFile(file('export.jsonl'), 'utf8')).toContain('"resourceName":"Ada"');
    expect(await verify('export.jsonl', '--checkpoint', file('checkpoint.json'))).toEqual({
      code: 0,
      out: expect.stringMatching(/^Sound: \d+ entries in 2 chains under 0 roots, exported at .*Z\n$/),
      error: '',
    });
  }, 30_000);

  it('writes to standard output without a file', async () => {
    const { out } = await audit(['export']);
    const kept = await readFile(file('export.jsonl'), 'utf8');
    expect(out.split('\n').slice(1)).toEqual(kept.split('\n').slice(1));
  }, 30_000);

  it('ends with 2 and says where an export was changed', async () => {
    await writeFile(
      file('changed.jsonl'),
      (await readFile(file('export.jsonl'), 'utf8')).replace('"resourceName":"Ada"', '"resourceName":"Eve"'),
    );
    expect(await verify('changed.jsonl')).toEqual({
      code: 2,
      out: '',
      error: expect.stringMatching(/^NOT sound: Line \d+ is entry \d+ of chain/),
    });
  }, 30_000);

  it('takes another key, for which the former one vouches', async () => {
    expect(await audit(['rotate-key'])).toMatchObject({ code: 0, out: expect.stringMatching(/^-----BEGIN PUBLIC KEY/) });
    await audit(['export', '--out', file('rotated.jsonl')]);
    expect(await verify('rotated.jsonl', '--checkpoint', file('checkpoint.json'))).toMatchObject({ code: 0 });
    expect((await audit(['public-key'])).out.match(/BEGIN/g)).toHaveLength(2);
    expect(await audit(['rotate-key', '--former-is-lost'])).toMatchObject({
      code: 1,
      error: 'The signing key exists: rotate it without --former-is-lost, so that it signs a statement about its successor\n',
    });
  }, 60_000);

  it.each([[['rotate-key', '--former-is-lost']], [['public-key']]])(
    '%j changes nothing with another encryption key',
    async (args) => {
      const before = await audit(['public-key']);
      const ended = await audit(args, { DATABASE_URL: database.connectionString, SLUICE_ENCRYPTION_KEY: '1'.repeat(64) });
      expect(ended).toMatchObject({
        code: 78,
        out: '',
        error: expect.stringContaining('SLUICE_ENCRYPTION_KEY is not the key of this database'),
      });
      expect(await audit(['public-key'])).toEqual(before);
      expect((await audit(['checkpoint'])).code).toBe(0);
    },
    60_000,
  );

  it.each([
    ['a file that is not there', () => verify('nothing.jsonl'), 1, 'does not exist'],
    ['an entry that is not there', () => audit(['prove', 'nothing']), 1, 'Audit log not found'],
    [
      'an organization that is no id',
      () => audit(['export', '--organization', 'acme']),
      64,
      '--organization takes the id of an organization',
    ],
    [
      'a file without a key',
      () => audit(['verify', file('export.jsonl'), '--public-key', file('key.pem'), '--public-key', file('export.jsonl')], {}),
      1,
      'export.jsonl holds no public key',
    ],
    ['no public key', () => audit(['verify', file('export.jsonl')], {}), 64, '--public-key'],
  ])(
    'refuses %s in words',
    async (_, run, code, words) => {
      const ended = await run();
      expect(ended).toMatchObject({ code, out: '', error: expect.stringContaining(words) });
      expect(ended.error).not.toContain('    at ');
    },
    30_000,
  );
});
