import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../../support/eventually.js';
import { echo } from '../../support/chat/chat-api.js';
import { deployedTool, toolState } from '../../support/mcp/mcp-servers.js';
import { deployState } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const plan = {
  syncPerMinute: 1,
  asyncPerMinute: 1000,
  apiPerMinute: 10_000,
  costLimitUsd: null,
  concurrentRuns: null,
  concurrentRunsPerWorkflow: null,
  storageBytes: null,
  isEnterprise: true,
  chats: 2,
  mcpServers: 2,
  mcpTools: 3,
  mcpConnections: 2,
};
/** A bucket starts with two rates. */
const startsAtOnce = 2 * plan.syncPerMinute;
const attempts = 6;

let server: TestApp;
let second: TestApp;
let workflowIds: readonly string[];

beforeAll(async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'sluice-plans-')), 'plans.json');
  writeFileSync(path, JSON.stringify({ plans: { selfhosted: plan } }));
  const env = { SLUICE_PLANS_FILE: path };
  server = await startTestApp({ env });
  second = await startTestApp({ env, beside: server });
  workflowIds = await Promise.all(Array.from({ length: attempts }, (_, n) => deployedTool(server, `Tool ${n}`, toolState([], 'return 1'))));
}, 60_000);
afterAll(async () => {
  await second.close();
  await server.close();
});

const workspaceId = () => server.first.workspaceId;

/** The same request with other details, all at once, in turns to the two processes. */
function atOnce(path: string, bodyOf: (n: number) => JsonObject): Promise<{ status: number; body: JsonObject }[]> {
  const key = server.first.apiKey;
  const send = async (n: number): Promise<{ status: number; body: JsonObject }> => {
    const { status, body } = await (n % 2 === 0 ? server : second).as(key).post(path).send(bodyOf(n));
    return { status, body: body as JsonObject };
  };
  return Promise.all(Array.from({ length: attempts }, (_, n) => send(n)));
}

function counts(answers: readonly { readonly status: number }[]): Readonly<Record<number, number>> {
  return Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, { length }]) => [status, length]));
}

describe('a plan', () => {
  it('allows so many chats, also when they are created at once over two processes', async () => {
    const workflowId = await deployState(server, echo());
    const answers = await atOnce('/api/chat', (n) => ({ workflowId, identifier: `limited-${n}`, title: 'Limited' }));
    expect(counts(answers)).toEqual({ 200: plan.chats, 403: attempts - plan.chats });
    expect(answers.find(({ status }) => status === 403)?.body).toMatchObject({ code: 'PLAN_LIMIT_REACHED' });
  });

  it('allows so many MCP servers and tools, also when they are created at once over two processes', async () => {
    const servers = await atOnce('/api/mcp/workflow-servers', (n) => ({ workspaceId: workspaceId(), name: `Server ${n}` }));
    expect(counts(servers)).toEqual({ 200: plan.mcpServers, 400: attempts - plan.mcpServers });
    const made = servers.find(({ status }) => status === 200)?.body as { data: { server: { id: string } } } | undefined;
    const id = made?.data.server.id ?? '';
    const tools = await atOnce(`/api/mcp/workflow-servers/${id}/tools`, (n) => ({ workflowId: workflowIds[n] ?? '' }));
    expect(counts(tools)).toEqual({ 200: plan.mcpTools, 400: attempts - plan.mcpTools });
    expect(tools.find(({ status }) => status === 400)?.body).toMatchObject({ details: [{ code: 'out_of_range' }] });
  });

  it('allows the use of so many MCP servers elsewhere, also when they are registered at once over two processes', async () => {
    const answers = await atOnce('/api/v1/mcp-servers', (n) => ({
      workspaceId: workspaceId(),
      name: `elsewhere-${n}`,
      url: 'https://mcp.example.com/mcp',
    }));
    expect(counts(answers)).toEqual({ 200: plan.mcpConnections, 400: attempts - plan.mcpConnections });
  });
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

/** The first refusal for the rate: a minute may begin in between and give another start. */
async function untilLimited(send: () => PromiseLike<Answer>): Promise<Answer> {
  for (let tries = 0; tries < 4 * startsAtOnce; tries += 1) {
    const answer = await send();
    if (answer.status === 429) return answer;
  }
  throw new Error('No request was refused');
}

/** Metrics may be some moments old. */
function counted(line: string): Promise<void> {
  return eventually(async () => {
    const { text } = await server.as().get('/metrics').expect(200);
    expect(text.split('\n')).toContain(line);
  });
}

describe('above the synchronous rate of the plan', () => {
  it('a call of a tool gets 429 with Retry-After and is counted', async () => {
    const { body } = await server.as(server.first.apiKey).get(`/api/mcp/workflow-servers?workspaceId=${workspaceId()}`).expect(200);
    const id = (body as { data: { servers: { id: string }[] } }).data.servers[0]?.id ?? '';
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'tool_0', arguments: {} } };
    const headers = { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' };
    const refused = await untilLimited(() => server.as(server.first.apiKey).post(`/api/mcp/serve/${id}`).set(headers).send(call));
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body).toMatchObject({ jsonrpc: '2.0', error: { data: { httpStatus: 429, retryable: true } } });
    await counted('sluice_mcp_server_messages_limited_total 1');
  });

  it('a message of a chat gets 429 with Retry-After and is counted', async () => {
    const { body } = await server.as(server.first.apiKey).get(`/api/chat?workspaceId=${workspaceId()}`).expect(200);
    const identifier = (body as { data: { identifier: string }[] }).data[0]?.identifier ?? '';
    const refused = await untilLimited(() => server.as().post(`/api/chat/${identifier}`).send({ input: 'Hello' }));
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    await counted('sluice_chat_messages_limited_total 1');
  });
});
