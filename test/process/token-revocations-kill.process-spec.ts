import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { startKilledServers, type KilledServers } from '../support/killed-servers.js';
import { guardedClient, guardedSite, type GuardedSite } from '../support/mcp/guarded-site.js';
import { closeSites } from '../support/sites.js';

let servers: KilledServers;
let guarded: GuardedSite;

beforeAll(async () => {
  servers = await startKilledServers();
  guarded = await guardedSite('http://127.0.0.1/auth/mcp/callback', {}, 3600, 'silent');
}, 60_000);
afterAll(async () => {
  await guarded.close();
  await closeSites();
  await servers.finish();
});

describe('the revocation of tokens whose processes are all killed while the authorization server does not answer', () => {
  it('is made by the next process, and recorded once', async () => {
    const { workspaceId } = servers;
    const variables = { CLIENT_SECRET: guardedClient.client_secret };
    await servers.send('PUT', `/api/v1/workspaces/${workspaceId}/environment`, { variables });
    const oauth = { oauthClientId: 'sluice', oauthClientSecret: '{{CLIENT_SECRET}}', oauthGrant: 'client_credentials' };
    const details = { workspaceId, name: 'guarded', url: `${guarded.site.url}/mcp`, ...oauth };
    const { data } = await servers.send<{ data: { id: string } }>('POST', '/api/v1/mcp-servers', details);
    const tested = await servers.send<{ data: { ok: boolean } }>('POST', `/api/v1/mcp-servers/${data.id}/test`);
    expect(tested.data.ok).toBe(true);
    await servers.send('DELETE', `/api/v1/mcp-servers/${data.id}`);
    await eventually(() => expect(guarded.revocations).toEqual([['access_token', 0]]), 30_000);

    await Promise.all(servers.processes.map((process) => process.kill('SIGKILL')));
    expect(await servers.count('mcp_revocation')).toBe(1);
    guarded.treatRevocations('on');
    await servers.start(0);
    await servers.start(1);
    const recorded = `ledger_event where type = 'mcp-connection.tokens-revoked'`;
    await eventually(async () => expect(await servers.count(`${recorded} and data->>'outcome' = 'revoked'`)).toBe(1), 60_000);
    expect(guarded.revocations).toEqual([
      ['access_token', 0],
      ['access_token', 200],
    ]);
    expect([await servers.count(recorded), await servers.count('mcp_revocation'), await servers.count('mcp_grant')]).toEqual([1, 0, 0]);
  }, 180_000);
});
