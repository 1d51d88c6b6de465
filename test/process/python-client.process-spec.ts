import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { serverEnv, startServerProcess, testKey, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let server: ServerProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServerProcess(await serverEnv(database));
}, 60_000);

afterAll(async () => {
  await server.kill('SIGTERM');
  await database.drop();
});

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

async function python(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const child = spawn('python3', args, {
    cwd: fileURLToPath(new URL('../../clients/python', import.meta.url)),
    env: {
      PATH: process.env.PATH ?? '',
      PYTHONPATH: 'src',
      PYTHONDONTWRITEBYTECODE: '1',
      SLUICE_URL: server.url,
      SLUICE_API_KEY: testKey,
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

const suite = ['-W', 'error::ResourceWarning', '-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'];
const passed = { code: 0, output: expect.stringMatching(/^Ran \d{2,} tests[\s\S]*^OK( \(skipped=2\))?$/m) };

it('passes the tests of the Python client', async () => {
  const version = await python(['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']);
  expect(version).toEqual({ code: 0, output: '' });
  expect(await python(suite)).toEqual(passed);
}, 300_000);

const hasHttpx = spawnSync('python3', ['-c', 'import httpx']).status === 0;
if (!hasHttpx) console.warn('Skipped: the tests of the Python client with httpx, which python3 does not have');

(hasHttpx ? it : it.skip)(
  'passes them with httpx as the sender of its requests',
  async () => {
    expect(await python(suite.slice(2), { SLUICE_TEST_HTTPX: '1' })).toEqual(passed);
  },
  300_000,
);
