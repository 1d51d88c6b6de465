import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { childEnvironment } from '../support/child-environment.js';
import { runSluice } from '../support/sluice-command.js';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database.js';

const commands = [
  ['retention', '--dry-run'],
  ['audit', 'export'],
  ['audit', 'public-key'],
  ['projections', 'status'],
  ['keys', 'recover'],
  ['keys', 'rotate-encryption'],
  ['backup', 'never.backup'],
];

describe('a command on the database, where no server was ever started,', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-nothing-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([...commands, ['migrate', '--dry-run']])('creates nothing and names the folder: %s %s', async (...args) => {
    const dataDir = join(folder, 'data');
    expect(await runSluice(args, { SLUICE_DATA_DIR: dataDir })).toEqual({
      code: 1,
      out: '',
      error: `No server has been started with the data folder ${dataDir}: run the command in the folder of the server, or set SLUICE_DATA_DIR or DATABASE_URL\n`,
    });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a command on an empty database', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createEmptyDatabase();
  });
  afterAll(() => database.drop());

  it.each(commands)('says so in one sentence: %s %s', async (...args) => {
    const { code, out, error } = await runSluice(args, { DATABASE_URL: database.connectionString, SLUICE_ENCRYPTION_KEY: '0'.repeat(64) });
    expect({ code, out, error }).toEqual({
      code: 1,
      out: '',
      error: expect.stringMatching(/^The database \S+ at \S+ has no tables of Sluice: start the server once, or correct DATABASE_URL\n$/),
    });
  });
});

describe('a command whose reader has closed the pipe', () => {
  it('ends quietly', async () => {
    const child = spawn(process.execPath, ['dist/bundle/main.js', 'completion', 'bash'], { env: childEnvironment });
    child.stdout.destroy();
    let error = '';
    child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    expect({ code, error }).toEqual({ code: 0, error: '' });
  });
});

describe('the command that starts the one of this Node', () => {
  it('passes an interrupt on that reaches it alone', async () => {
    const child = spawn(process.execPath, ['bin/sluice.cjs', 'models', 'fake', '--port', '0'], { env: childEnvironment });
    await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number | null];
    expect([0, 130]).toContain(code);
  }, 30_000);
});
