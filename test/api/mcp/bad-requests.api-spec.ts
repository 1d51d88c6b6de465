import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json, JsonObject } from '#kernel/json.js';
import { createUser } from '../../support/issue-key.js';
import { deployedTool, mcpServer, toolState } from '../../support/mcp/mcp-servers.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { memberKey } from '../../support/workflow-api.js';

let server: TestApp;
let fee: string;
let path: string;
let publicPath: string;

beforeAll(async () => {
  server = await startTestApp({ env: { SLUICE_MCP_ALLOWED_HOSTS: 'sluice.internal' } });
  fee = await deployedTool(server, 'Fee', toolState([{ name: 'amount', type: 'number' }], 'return <start.amount>'));
  const workflowIds = [fee];
  ({ path } = await mcpServer(server, { workflowIds }));
  ({ path: publicPath } = await mcpServer(server, { workflowIds, isPublic: true }));
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const modern = '2026-07-28';
const meta = {
  'io.modelcontextprotocol/protocolVersion': modern,
  'io.modelcontextprotocol/clientInfo': { name: 'a-client', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const accept = 'application/json, text/event-stream';

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly params?: JsonObject;
  readonly key?: string;
  readonly to?: string;
}

/** A request of the revision 2026-07-28, complete unless the test says otherwise. */
function send(method: string, { headers = {}, params = {}, key = server.first.apiKey, to = path }: Sent = {}) {
  const name = typeof params['name'] === 'string' ? { 'Mcp-Name': params['name'] } : {};
  const own = { Accept: accept, 'MCP-Protocol-Version': modern, 'Mcp-Method': method, ...name, ...headers };
  const body = { jsonrpc: '2.0', id: 1, method, params: { _meta: meta, ...params } };
  return server.as(key).post(to).set(own).send(body);
}

/** A message of an earlier revision. */
function sendLegacy(message: Json, to = path) {
  return server
    .as(server.first.apiKey)
    .post(to)
    .set({ Accept: accept, 'MCP-Protocol-Version': '2025-11-25' })
    .send(message as object);
}

/** The messages of an event stream, or the one of a JSON response. */
function messagesOf({ text, headers }: { readonly text: string; readonly headers: Record<string, string> }): readonly JsonObject[] {
  if (headers['content-type']?.startsWith('text/event-stream') !== true) return [JSON.parse(text) as JsonObject];
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data) as JsonObject);
}

describe('a request of the revision 2026-07-28', () => {
  it.each<[string, string, Sent, number, number]>([
    ['whose method differs between header and body', 'tools/list', { headers: { 'Mcp-Method': 'tools/call' } }, 400, -32_020],
    [
      'whose tool differs between header and body',
      'tools/call',
      { params: { name: 'fee' }, headers: { 'Mcp-Name': 'other' } },
      400,
      -32_020,
    ],
    ['whose version differs between header and body', 'tools/list', { headers: { 'MCP-Protocol-Version': '2025-11-25' } }, 400, -32_020],
    ['of an unknown method', 'tools/unknown', {}, 404, -32_601],
  ])('%s is refused', async (_what, method, sent, status, code) => {
    const { body } = await send(method, sent).expect(status);
    expect(body).toMatchObject({ jsonrpc: '2.0', id: 1, error: { code } });
  });

  it('of an unsupported version learns the supported ones', async () => {
    const unsupported = { ...meta, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
    const answer = send('tools/list', { params: { _meta: unsupported }, headers: { 'MCP-Protocol-Version': '2099-01-01' } });
    const { body } = await answer.expect(400);
    expect(body.error).toMatchObject({ code: -32_022, data: { supported: expect.arrayContaining([modern]), requested: '2099-01-01' } });
  });

  it('without _meta is refused', async () => {
    const headers = { Accept: accept, 'MCP-Protocol-Version': modern, 'Mcp-Method': 'tools/list' };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const { body } = await server.as(server.first.apiKey).post(path).set(headers).send(message).expect(400);
    expect(body.error.code).toBe(-32_602);
  });

  it('discovers the server', async () => {
    const { body } = await send('server/discover').expect(200);
    expect(body.result).toMatchObject({ supportedVersions: expect.arrayContaining([modern]), capabilities: { tools: {} } });
  });

  it('for an unknown or removed tool is refused', async () => {
    const { body } = await send('tools/call', { params: { name: 'gone', arguments: {} } });
    expect(body.error).toMatchObject({ code: -32_602, message: 'Unknown tool: gone', data: { code: 'TOOL_NOT_FOUND' } });
  });

  it('with arguments that are no object is refused', async () => {
    const { body } = await send('tools/call', { params: { name: 'fee', arguments: [1] } });
    expect(body.error.code).toBe(-32_602);
  });

  it('with invalid arguments has a result for the model', async () => {
    const { body } = await send('tools/call', { params: { name: 'fee', arguments: {} } }).expect(200);
    expect(body.result).toMatchObject({ isError: true, content: [{ text: 'The arguments are not valid:\n- amount is required' }] });
  });

  it('by GET and DELETE is refused with the allowed method', async () => {
    for (const refused of [server.as(server.first.apiKey).get(path), server.as(server.first.apiKey).delete(path)]) {
      const { headers } = await refused.expect(405);
      expect(headers['allow']).toBe('POST');
    }
  });
});

describe('a message of an earlier revision', () => {
  it('is answered in a batch, each message by itself', async () => {
    const call = (id: number, amount: Json): JsonObject => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'fee', arguments: { amount } },
    });
    const answer = await sendLegacy([call(1, 5), call(2, 'x'), { jsonrpc: '2.0', method: 'notifications/initialized' }]).expect(200);
    const results = messagesOf(answer).flatMap((message) => (Array.isArray(message) ? (message as JsonObject[]) : [message]));
    expect(new Set(results.map(({ id }) => id))).toEqual(new Set([1, 2]));
    expect(results.find(({ id }) => id === 2)).toMatchObject({ result: { isError: true } });
  });

  it('is refused in a batch of more than 50', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const { body } = await sendLegacy(Array.from({ length: 51 }, () => ping)).expect(400);
    expect(body).toMatchObject({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_600, data: { httpStatus: 400, code: 'VALIDATION_FAILED' } },
    });
  });

  it.each<[string, Json, number]>([
    ['a number', 5, 400],
    ['an empty batch', [], 400],
    ['an object without a method', { jsonrpc: '2.0', id: 1 }, 400],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }, 202],
  ])('that is %s gets %s', async (_what, message, status) => {
    const { body } = await server
      .as(server.first.apiKey)
      .post(path)
      .set({ Accept: accept, 'Content-Type': 'application/json' })
      .send(JSON.stringify(message));
    expect({ status, code: typeof body.error?.code }).toEqual({ status, code: status === 400 ? 'number' : 'undefined' });
  });
});

describe('an MCP server', () => {
  it('refuses a body that is no JSON, and one above 10 MiB', async () => {
    const { body } = await server.as(server.first.apiKey).post(path).set('Content-Type', 'application/json').send('{').expect(400);
    expect(body.error).toMatchObject({ code: -32_700, data: { code: 'INVALID_JSON' } });
    const large = await send('tools/call', { params: { name: 'fee', arguments: { amount: 'x'.repeat(11 * 1024 * 1024) } } }).expect(413);
    expect(large.body).toMatchObject({ jsonrpc: '2.0', error: { data: { httpStatus: 413, code: 'PAYLOAD_TOO_LARGE' } } });
  }, 20_000);

  it.each([
    [{ Origin: 'https://evil.example.net' }],
    [{ Host: 'rebound.example.net' }],
    [{ Host: 'rebound.example.net', Origin: 'http://rebound.example.net' }],
  ])('refuses %j', async (headers) => {
    const { body } = await send('tools/list', { headers }).expect(403);
    expect(body.error.data).toMatchObject({ httpStatus: 403, code: 'FORBIDDEN' });
  });

  it.each([[{ Origin: 'http://localhost:8080' }], [{ Host: 'sluice.internal:3000', Origin: 'https://sluice.internal' }]])(
    'takes %j',
    async (headers) => {
      await send('tools/list', { headers }).expect(200);
    },
  );

  it('asks for a key before it says whether it exists', async () => {
    const absent = '/api/mcp/serve/0197a5e0-0000-7000-8000-000000000000';
    const withoutKey = [await send('tools/list', { key: '' }).expect(401), await send('tools/list', { key: '', to: absent }).expect(401)];
    expect(withoutKey[0]?.body).toEqual(withoutKey[1]?.body);
    const { key: stranger } = await createUser(server);
    const strange = [
      await send('tools/list', { key: stranger }).expect(404),
      await send('tools/list', { key: stranger, to: absent }).expect(404),
      await send('tools/list', { to: '/api/mcp/serve/no-id' }).expect(404),
    ];
    expect(new Set(strange.map(({ text }) => text)).size).toBe(1);
  });

  it('takes a key in Authorization here and nowhere else', async () => {
    const headers = { Authorization: `Bearer ${server.first.apiKey}` };
    await send('tools/list', { key: '', headers }).expect(200);
    await send('tools/list', { key: '', headers: { Authorization: 'Basic YTpi' } }).expect(401);
    await server.as().get('/api/mcp/discover').set(headers).expect(401);
  });

  it('lets a reader list tools but not call them', async () => {
    const key = await memberKey(server, 'read');
    await send('tools/list', { key }).expect(200);
    const { body } = await send('tools/call', { key, params: { name: 'fee', arguments: { amount: 1 } } });
    expect(body.error).toMatchObject({ code: -32_000, data: { httpStatus: 403, retryable: false, code: 'FORBIDDEN' } });
  });

  it('without a key runs in the name of its creator, as long as the creator has access', async () => {
    const call = { key: '', to: publicPath, params: { name: 'fee', arguments: { amount: 7 } } };
    const { body } = await send('tools/call', call).expect(200);
    expect(body.result.structuredContent).toMatchObject({ result: 7 });
  });

  it.each<[string, (userId: string, workspace: string) => Promise<unknown>]>([
    ['is removed from the workspace', (userId, workspace) => owner().delete(`${workspace}/members/${userId}`).expect(200)],
    ['is suspended', (userId) => owner().patch(`/api/v1/users/${userId}`).send({ suspended: true }).expect(200)],
  ])('without a key runs nothing from the moment on at which its creator %s', async (_what, cutOff) => {
    const creator = await createUser(server);
    const workspace = `/api/v1/workspaces/${server.first.workspaceId}`;
    await owner().post(`${workspace}/members`).send({ email: creator.email, permission: 'admin' }).expect(200);
    const made = { workspaceId: server.first.workspaceId, name: 'Of a colleague', workflowIds: [fee], isPublic: true };
    const { body } = await server.as(creator.key).post('/api/mcp/workflow-servers').send(made).expect(200);
    const call: Sent = { key: '', to: `/api/mcp/serve/${body.data.server.id}`, params: { name: 'fee', arguments: { amount: 7 } } };
    await send('tools/call', call).expect(200);
    await cutOff(creator.id, workspace);
    expect((await send('tools/call', call)).body.error).toMatchObject({ data: { httpStatus: 403 } });
  });
});
