import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFakeModels, type FakeModels } from '../support/fake-models.js';
import { freePort, serverEnv, startServerProcess, testKey, type ServerProcess } from '../support/server-process.js';
import { runSluice } from '../support/sluice-command.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let database: TestDatabase;
let fake: FakeModels;
let locked: Server;
let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  fake = await startFakeModels();
  locked = createServer((_, response) => response.writeHead(401).end('{"error":{"message":"Incorrect API key"}}')).listen(0, '127.0.0.1');
  await once(locked, 'listening');
  folder = await mkdtemp(join(tmpdir(), 'sluice-models-test-'));
  const at = (id: string, port: number) => ({
    id,
    kind: 'openai-compatible',
    baseUrl: `http://127.0.0.1:${port}/v1`,
    allowPrivate: true,
    models: [{ id: `${id}-model` }],
  });
  const working = { ...at('working', 0), baseUrl: `${fake.url}/v1`, models: [{ id: 'echo' }] };
  const file = join(folder, 'models.json');
  const providers = [working, at('locked', (locked.address() as AddressInfo).port), at('gone', await freePort())];
  await writeFile(file, JSON.stringify({ providers }));
  server = await startServerProcess(await serverEnv(database, { SLUICE_MODELS_FILE: file }));
}, 60_000);
afterAll(async () => {
  await server.kill('SIGKILL');
  await fake.stop();
  locked.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function test(name: string): Promise<{ readonly code: number | null; readonly said: string }> {
  const { code, out, error } = await runSluice(['models', 'test', name], { SLUICE_URL: server.url, SLUICE_API_KEY: testKey });
  return { code, said: code === 0 ? out : error };
}

describe('npx sluice models test', () => {
  it('says that a provider works, and that it has a model', async () => {
    expect(await test('working')).toEqual({
      code: 0,
      said: expect.stringMatching(/^The provider working answered in \d+ ms, lists \d+ models/),
    });
    expect(await test('echo')).toEqual({
      code: 0,
      said: expect.stringMatching(/^The provider working answered in \d+ ms, has the model echo, lists \d+ models/),
    });
  });

  it.each([
    ['a key that is refused', 'locked', /^locked: .*key/i],
    ['a provider that cannot be reached', 'gone-model', /^gone-model: The provider cannot be reached/],
    ['an unknown name', 'no-such-model', /no-such-model/],
  ])('fails for %s and says why', async (_, name, said) => {
    expect(await test(name)).toEqual({ code: 1, said: expect.stringMatching(said) });
  });
});
