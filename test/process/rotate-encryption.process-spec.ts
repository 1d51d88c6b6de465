import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const [former, present] = ['1a'.repeat(32), '2b'.repeat(32)];
let database: TestDatabase;
let server: ServerProcess;

async function rotate(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['dist/src/main.js', 'keys', 'rotate-encryption'], {
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: database.connectionString, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output };
}

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServerProcess(await serverEnv(database, { SLUICE_ENCRYPTION_KEY: present, SLUICE_ENCRYPTION_KEY_PREVIOUS: former }));
  // The first read of the signing key of the audit log creates it.
  await server.call('GET', '/api/v1/audit-logs/public-key');
}, 60_000);
afterAll(async () => {
  await server.kill('SIGTERM');
  await database.drop();
});

describe('npx sluice keys rotate-encryption', () => {
  it('encrypts secrets of a former key again, beside a running server', async () => {
    const { code, output } = await rotate({ SLUICE_ENCRYPTION_KEY: former, SLUICE_ENCRYPTION_KEY_PREVIOUS: present });
    expect({ code, output }).toEqual({
      code: 0,
      output:
        'api keys: 1 of 1\naudit signing keys: 1 of 1\nencryption key check: 1 of 1\n3 encrypted again, 0 cannot be decrypted with a known key\n',
    });
    expect((await server.call('GET', '/api/v1/workspaces')).status).toBe(200);
  }, 30_000);

  it('does nothing when nothing is left', async () => {
    const { code, output } = await rotate({ SLUICE_ENCRYPTION_KEY: former });
    expect({ code, output }).toEqual({ code: 0, output: '0 encrypted again, 0 cannot be decrypted with a known key\n' });
  }, 30_000);

  it('names what no key opens, leaves it, and fails', async () => {
    const { code, output } = await rotate({ SLUICE_ENCRYPTION_KEY: '3c'.repeat(32) });
    expect(code).toBe(1);
    expect(output).toContain('0 encrypted again, 3 cannot be decrypted with a known key');
    expect((await server.call('GET', '/api/v1/workspaces')).status).toBe(200);
  }, 30_000);
});
