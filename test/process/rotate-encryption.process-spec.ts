import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '../support/eventually.js';
import { guardedClient, guardedSite, type GuardedSite } from '../support/mcp/guarded-site.js';
import { reachServers } from '../support/reached-servers.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { closeSites } from '../support/sites.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const [former, present, unknown] = ['1a'.repeat(32), '2b'.repeat(32), '4d'.repeat(32)];
let database: TestDatabase;
let server: ServerProcess;
let guarded: GuardedSite;
/** Registrations of an MCP server: one with an access token, and one whose token is still to be revoked. */
let [kept, deleted] = ['', ''];

async function tested(id: string): Promise<boolean> {
  return (await server.call<{ data: { ok: boolean } }>('POST', `/api/v1/mcp-servers/${id}/test`)).body.data.ok;
}

async function rotate(env: Record<string, string>, ...options: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['dist/bundle/main.js', 'keys', 'rotate-encryption', ...options], {
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
  guarded = await guardedSite('http://127.0.0.1/auth/mcp/callback', {}, 3600, 'failing');
  const { send, workspaceId } = await reachServers([server]);
  const variables = { CLIENT_SECRET: guardedClient.client_secret };
  await send('PUT', `/api/v1/workspaces/${workspaceId}/environment`, { variables });
  const oauth = { oauthClientId: 'sluice', oauthClientSecret: '{{CLIENT_SECRET}}', oauthGrant: 'client_credentials' };
  const registered = async (name: string): Promise<string> => {
    const details = { workspaceId, name, url: `${guarded.site.url}/mcp`, ...oauth };
    const { data } = await send<{ data: { id: string } }>('POST', '/api/v1/mcp-servers', details);
    expect(await tested(data.id)).toBe(true);
    return data.id;
  };
  kept = await registered('kept');
  deleted = await registered('deleted');
  await send('DELETE', `/api/v1/mcp-servers/${deleted}`);
  await eventually(() => expect(guarded.revocations).toHaveLength(1));
}, 120_000);
afterAll(async () => {
  await guarded.close();
  await closeSites();
  await server.kill('SIGTERM');
  await database.drop();
});

describe('npx sluice keys rotate-encryption', () => {
  it('encrypts secrets of a former key again, beside a running server', async () => {
    const { code, output } = await rotate({ SLUICE_ENCRYPTION_KEY: former, SLUICE_ENCRYPTION_KEY_PREVIOUS: present });
    expect({ code, output }).toEqual({
      code: 0,
      output: [
        'encryption key check: 1 of 1',
        'api keys: 1 of 1',
        'environment variables: 1 of 1',
        'audit signing keys: 1 of 1',
        'access tokens of MCP servers: 1 of 1',
        'tokens to be revoked: 1 of 1',
        '6 encrypted again, 0 cannot be decrypted with a known key',
        '',
      ].join('\n'),
    });
    expect((await server.call('GET', '/api/v1/workspaces')).status).toBe(200);
  }, 30_000);

  it('encrypts the tokens of MCP servers so that they are used and revoked as before', async () => {
    const asked = { ...guarded.asked };
    expect(await tested(kept)).toBe(true);
    expect(guarded.asked).toEqual(asked);

    guarded.treatRevocations('on');
    const client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
    await client.query('update timer set due_at = now() where stream_id = $1', [deleted]);
    await client.end();
    await eventually(() => expect(guarded.revocations.at(-1)).toEqual(['access_token', 200]));
  }, 60_000);

  it('does nothing when nothing is left', async () => {
    const { code, output } = await rotate({ SLUICE_ENCRYPTION_KEY: former });
    expect({ code, output }).toEqual({ code: 0, output: '0 encrypted again, 0 cannot be decrypted with a known key\n' });
  }, 30_000);

  it('names what no key opens, leaves it, and fails', async () => {
    const { code, output } = await rotate({ SLUICE_ENCRYPTION_KEY: '3c'.repeat(32) }, '--force');
    expect(code).toBe(1);
    expect(output).toContain('0 encrypted again, 5 cannot be decrypted with a known key');
    expect((await server.call('GET', '/api/v1/workspaces')).status).toBe(200);
  }, 30_000);

  it('refuses a key that a connected process does not have, and changes nothing', async () => {
    const { code, output } = await rotate({ SLUICE_ENCRYPTION_KEY: unknown, SLUICE_ENCRYPTION_KEY_PREVIOUS: former });
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/^Nothing was changed: .+ is unknown to all \(.+, pid \d+\), /),
    });
    expect((await server.call('GET', '/api/v1/workspaces')).status).toBe(200);
  }, 30_000);

  it('encrypts nevertheless when forced; the process is then unavailable and calls no key unknown', async () => {
    const { code } = await rotate({ SLUICE_ENCRYPTION_KEY: unknown, SLUICE_ENCRYPTION_KEY_PREVIOUS: former }, '--force');
    expect(code).toBe(0);
    await eventually(async () => {
      const { status, body } = await server.call('GET', '/api/v1/workspaces');
      expect({ status, body }).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    });
    const ready = await server.call('GET', '/health/ready');
    expect(ready).toMatchObject({ status: 503, body: { status: 'unavailable', checks: { encryptionKey: { status: 'failing' } } } });
    expect((await rotate({ SLUICE_ENCRYPTION_KEY: former, SLUICE_ENCRYPTION_KEY_PREVIOUS: unknown })).code).toBe(0);
    await eventually(async () => expect((await server.call('GET', '/api/v1/workspaces')).status).toBe(200));
  }, 60_000);
});
