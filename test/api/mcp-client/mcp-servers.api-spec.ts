import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { createUser } from '../../support/issue-key.js';
import { mcpSite, echoTool } from '../../support/mcp/misbehaving-server.js';
import { register } from '../../support/mcp/mcp-api.js';
import { closeSites } from '../../support/sites.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { memberKey } from '../../support/workflow-api.js';

const token = 'token-that-no-answer-shows';
let server: TestApp;
/** One process: each remembers what a server answered. */
let beside: TestApp;
let workspaceId: string;

beforeAll(async () => {
  server = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  beside = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' }, beside: server });
  ({ workspaceId } = server.first);
  await owner()
    .put(`/api/v1/workspaces/${workspaceId}/environment`)
    .send({ variables: { MCP_TOKEN: token } })
    .expect(200);
}, 60_000);
afterAll(async () => {
  await beside.close();
  await server.close();
});
afterEach(closeSites);

const owner = () => server.as(server.first.apiKey);
const besides = () => beside.as(server.first.apiKey);
const creating = (details: JsonObject) =>
  owner()
    .post('/api/v1/mcp-servers')
    .send({ workspaceId, name: 'weather', url: 'https://mcp.example.com/mcp', ...details });

describe('the registration of an MCP server', () => {
  it('has usual values, is changed in part, listed and deleted', async () => {
    const { body } = await creating({ name: 'usual' }).expect(200);
    expect(body.data).toEqual({
      id: expect.any(String),
      workspaceId,
      name: 'usual',
      description: null,
      url: 'https://mcp.example.com/mcp',
      transport: 'streamable-http',
      authType: 'none',
      hasHeaders: false,
      headerNames: [],
      oauthClientId: null,
      hasOauthClientSecret: false,
      oauthGrant: null,
      oauthScope: null,
      authorizedAt: null,
      timeout: 30_000,
      retries: 3,
      enabled: true,
      pinTools: true,
      protocolVersion: null,
      toolCount: null,
      refreshedAt: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    const at = `/api/v1/mcp-servers/${body.data.id}`;
    const { body: changed } = await owner().patch(at).send({ timeout: 5_000, enabled: false }).expect(200);
    expect(changed.data).toMatchObject({ name: 'usual', timeout: 5_000, enabled: false, retries: 3 });
    const { body: listed } = await owner().get(`/api/v1/mcp-servers?workspaceId=${workspaceId}`).expect(200);
    expect(listed.data).toContainEqual(changed.data);
    expect((await owner().get(at).expect(200)).body.data).toEqual(changed.data);
    await owner().delete(at).expect(200);
    await owner().get(at).expect(404);
  });

  it('shows the names of headers and never their values', async () => {
    const headers = { Authorization: 'Bearer {{MCP_TOKEN}}', 'X-Region': 'eu-north' };
    const { body, text } = await creating({ name: 'secret', headers }).expect(200);
    expect(body.data).toMatchObject({ authType: 'headers', hasHeaders: true, headerNames: ['Authorization', 'X-Region'] });
    expect(text).not.toMatch(/MCP_TOKEN|eu-north/);
    const { body: audit } = await owner()
      .get(`/api/v1/audit-logs?workspaceId=${workspaceId}&resourceType=mcp_connection&limit=50`)
      .expect(200);
    expect(JSON.stringify(audit)).not.toMatch(/MCP_TOKEN|eu-north/);
    const { body: bare } = await owner().patch(`/api/v1/mcp-servers/${body.data.id}`).send({ headers: null }).expect(200);
    expect(bare.data).toMatchObject({ authType: 'none', hasHeaders: false, headerNames: [] });
  });

  it.each<[JsonObject, string]>([
    [{ url: 'ftp://mcp.example.com' }, 'url'],
    [{ url: 'https://mcp.example.com/{{MCP_TOKEN}}' }, 'url'],
    [{ url: 'https://user:word@mcp.example.com' }, 'url'],
    [{ url: 'https://mcp.example.com/#part' }, 'url'],
    [{ name: '' }, 'name'],
    [{ timeout: 999 }, 'timeout'],
    [{ retries: 11 }, 'retries'],
    [{ transport: 'stdio' }, 'transport'],
    [{ authType: 'magic' }, 'authType'],
    [{ enabled: 'yes' }, 'enabled'],
    [{ headers: { Authorization: 'Bearer abc' } }, 'headers.Authorization'],
    [{ headers: { 'X-Api-Key': 'abc' } }, 'headers.X-Api-Key'],
    [{ headers: { Host: 'other' } }, 'headers.Host'],
    [{ headers: { 'Mcp-Session-Id': 'x' } }, 'headers.Mcp-Session-Id'],
    [{ headers: { 'a b': 'x' } }, 'headers.a b'],
    [{ headers: { a: 'x\ny' } }, 'headers.a'],
  ])('with %j is refused and names the field', async (details, field) => {
    const { body } = await creating(details).expect(400);
    expect(body.details.map(({ path }: { path: string[] }) => path.join('.'))).toContain(field);
  });

  it('has a name that no other one of the workspace has, and an address that stays', async () => {
    const { id } = await register(server, 'https://mcp.example.com/mcp', { name: 'Taken' });
    expect((await creating({ name: 'taken' }).expect(409)).body.code).toBe('DUPLICATE_NAME');
    await owner().patch(`/api/v1/mcp-servers/${id}`).send({ url: 'https://other.example.com' }).expect(400);
  });

  it('is read by members, written by those who may write, and deleted by admins', async () => {
    const { id } = await register(server, 'https://mcp.example.com/mcp');
    const at = `/api/v1/mcp-servers/${id}`;
    const [reads, writes] = [server.as(await memberKey(server, 'read')), server.as(await memberKey(server, 'write'))];
    await reads.get(at).expect(200);
    await reads.patch(at).send({ timeout: 2_000 }).expect(403);
    await reads.post(`${at}/test`).expect(403);
    await writes.patch(at).send({ timeout: 2_000 }).expect(200);
    await writes.delete(at).expect(403);
    const stranger = server.as((await createUser(server)).key);
    await stranger.get(at).expect(404);
  });

  it('leaves an audit entry for each change', async () => {
    const { id } = await register(server, 'https://mcp.example.com/mcp', { name: 'audited' });
    await owner().patch(`/api/v1/mcp-servers/${id}`).send({ retries: 0 }).expect(200);
    await owner().delete(`/api/v1/mcp-servers/${id}`).expect(200);
    const { body } = await owner().get(`/api/v1/audit-logs?workspaceId=${workspaceId}&resourceType=mcp_connection&limit=50`).expect(200);
    const actions = (body.data as { action: string; resourceId: string }[])
      .filter((entry) => entry.resourceId === id)
      .map(({ action }) => action);
    expect(actions.toSorted()).toEqual(['mcp_connection.created', 'mcp_connection.deleted', 'mcp_connection.updated']);
  });
});

describe.each(['modern', 'legacy'] as const)('a registered server of the %s era', (era) => {
  it('is tested with its headers', async () => {
    const site = await mcpSite({ era });
    const { id } = await register(server, `${site.url}/mcp`, { headers: { Authorization: 'Bearer {{MCP_TOKEN}}' } });
    const { body } = await owner().post(`/api/v1/mcp-servers/${id}/test`).expect(200);
    expect(body.data).toMatchObject({ ok: true, serverName: 'site', toolCount: 1, protocolVersion: expect.stringMatching(/^202/) });
    expect(site.asked.map(({ headers }) => headers.authorization)).toContain(`Bearer ${token}`);
  });

  it('is refreshed: what has changed is returned, and recorded once', async () => {
    const site = await mcpSite({ era, tools: [echoTool, { ...echoTool, name: 'old' }] });
    const { id } = await register(server, `${site.url}/mcp`);
    const refresh = async () => (await owner().post(`/api/v1/mcp-servers/${id}/refresh`).expect(200)).body.data as JsonObject;
    expect(await refresh()).toMatchObject({ toolCount: 2, added: ['echo', 'old'], changed: [], removed: [] });
    const { body: first } = await owner().get(`/api/v1/mcp-servers/${id}`).expect(200);
    expect(await refresh()).toMatchObject({ added: [], changed: [], removed: [] });
    expect((await owner().get(`/api/v1/mcp-servers/${id}`).expect(200)).body.data).toEqual(first.data);
    site.behaviour.tools = [
      { ...echoTool, description: 'Repeats it twice.' },
      { ...echoTool, name: 'new' },
    ];
    expect(await refresh()).toMatchObject({ toolCount: 2, added: ['new'], changed: ['echo'], removed: ['old'] });
  });

  it('lists its tools for 5 minutes without being asked', async () => {
    const site = await mcpSite({ era });
    const { id } = await register(server, `${site.url}/mcp`);
    const list = async () => (await besides().get(`/api/v1/mcp-servers/${id}/tools`).expect(200)).body.data as JsonObject[];
    const { name, description, inputSchema } = echoTool;
    expect(await list()).toEqual([{ name, description, inputSchema, isIdempotent: false }]);
    const before = site.asked.length;
    await list();
    expect(site.asked).toHaveLength(before);
  });
});

describe('a server that does not work', () => {
  it('fails its test with the reason, and is left alone for 120 s', async () => {
    const site = await mcpSite({
      before: (_, response) => {
        response.writeHead(503).end();
        return true;
      },
    });
    const { id } = await register(server, `${site.url}/mcp`);
    const { body } = await besides().get(`/api/v1/mcp-servers/${id}/tools`).expect(422);
    expect(body).toMatchObject({ code: 'MCP_UNREACHABLE', error: expect.stringContaining('status 503') });
    const before = site.connections;
    const { body: again } = await besides().get(`/api/v1/mcp-servers/${id}/tools`).expect(422);
    expect(again).toMatchObject({ code: 'MCP_RESTING', error: expect.stringContaining('left alone') });
    expect(site.connections).toBe(before);
    const { body: tested } = await owner().post(`/api/v1/mcp-servers/${id}/test`).expect(200);
    expect(tested.data).toMatchObject({ ok: false, error: expect.stringContaining('status 503') });
  });

  it('whose secret is not set says which one', async () => {
    const { id } = await register(server, 'https://mcp.example.com/mcp', { headers: { Authorization: '{{NOT_SET}}' } });
    const { body } = await owner().post(`/api/v1/mcp-servers/${id}/test`).expect(200);
    expect(body.data).toMatchObject({ ok: false, error: expect.stringContaining('{{NOT_SET}}') });
  });

  it('at a private address that the operator does not allow is not asked', async () => {
    const { id } = await register(server, 'http://10.1.2.3/mcp');
    const { body } = await owner().post(`/api/v1/mcp-servers/${id}/test`).expect(200);
    expect(body.data).toMatchObject({ ok: false, error: expect.stringContaining('Destination not allowed') });
  });
});
