import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '#kernel/json.js';
import { executionStream } from '#engine/execution.events.js';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { agentTool, agentWith, register } from '../../support/mcp/mcp-api.js';
import { blockWith, deployState, functionBlock, inARow } from '../../support/run-api.js';
import { closeSites, web } from '../../support/sites.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow } from '../../support/workflow-api.js';

let fake: FakeModels;
/** Has the agent. */
let near: TestApp;
/** Offers a workflow as a tool. */
let far: TestApp;

beforeAll(async () => {
  fake = await startFakeModels();
  near = await startTestApp({ env: { ...fake.env, SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  far = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  await near
    .as(near.first.apiKey)
    .put(`/api/v1/workspaces/${near.first.workspaceId}/environment`)
    .send({ variables: { FAR_KEY: far.first.apiKey } })
    .expect(200);
}, 120_000);
afterAll(async () => {
  await near.close();
  await far.close();
  await fake.stop();
});
afterEach(closeSites);

/** A deployed workflow of the far server, as a tool. @returns the address of its MCP server, and its id */
async function offered(state: JsonObject): Promise<{ readonly url: string; readonly workflowId: string }> {
  const owner = far.as(far.first.apiKey);
  const workflowId = await createWorkflow(far, { name: 'City facts', state });
  await owner.post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
  const details = { workspaceId: far.first.workspaceId, name: 'Facts', workflowIds: [workflowId] };
  const { body } = await owner.post('/api/mcp/workflow-servers').send(details).expect(200);
  return { url: `${far.url}/api/mcp/serve/${body.data.server.id as string}`, workflowId };
}

const row = inARow(functionBlock('answer', 'return { fact: "It rains in " + <start.text> }'));
const start = blockWith('start', 'start_trigger', { inputFormat: [{ id: 'f', name: 'text', type: 'string' }] });
const facts: JsonObject = { ...row, blocks: { ...(row['blocks'] as JsonObject), start } };

/** Passes everything on to a server, which it hides the modern era of. */
async function withoutModernEra(url: string): Promise<string> {
  const site = await web((request, response) => void pass(url, request, response));
  return site.url;
}

async function pass(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const body = Buffer.concat(pieces).toString();
  if (body.includes('"server/discover"')) {
    const { id } = JSON.parse(body) as { id: number };
    const error = { code: -32601, message: 'Method not found' };
    return void response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, error }));
  }
  const kept = Object.entries(request.headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name));
  const headers = Object.fromEntries(kept) as Record<string, string>;
  const answer = await fetch(url, { method: request.method ?? 'POST', headers, ...(body === '' ? {} : { body }) });
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
  response.end(await answer.text());
}

const withKey = { headers: { 'X-API-Key': '{{FAR_KEY}}' } };

describe.each(['modern', 'legacy'])('an agent and a workflow of another server in the %s era', (era) => {
  it('work together: the agent calls the workflow and receives its output', async () => {
    const { url } = await offered(facts);
    const { id } = await register(near, era === 'modern' ? url : await withoutModernEra(url), withKey);
    const owner = near.as(near.first.apiKey);
    const { body: tools } = await owner.get(`/api/v1/mcp-servers/${id}/tools`).expect(200);
    const [{ name }] = tools.data as [{ name: string }];
    const { body: tested } = await owner.post(`/api/v1/mcp-servers/${id}/test`).expect(200);
    expect(tested.data.protocolVersion).toBe(era === 'modern' ? '2026-07-28' : '2025-11-25');
    const agent = await deployState(near, agentWith([agentTool(id, name)]));
    const { body } = await owner.post(`/api/workflows/${agent}/execute`).send({}).expect(200);
    expect(body).toMatchObject({ success: true });
    const events = await near.database.store.read(executionStream, body.executionId as string);
    const told = events.find(({ type }) => type === 'execution.tool-answered')?.payload;
    expect(JSON.stringify(told)).toContain('It rains in Use it');
  });

  it('count their calls in one chain', async () => {
    const { url, workflowId } = await offered(facts);
    const { id } = await register(near, era === 'modern' ? url : await withoutModernEra(url), withKey);
    const owner = near.as(near.first.apiKey);
    const { body: tools } = await owner.get(`/api/v1/mcp-servers/${id}/tools`).expect(200);
    const [{ name }] = tools.data as [{ name: string }];
    const calling = await deployState(near, inARow(blockWith('call', 'mcp', { server: id, tool: name, arguments: '{"text": "Oslo"}' })));
    const call = (depth: number) =>
      owner
        .post(`/api/workflows/${calling}/execute`)
        .set('X-Sim-Via', Array.from({ length: depth }, (_, index) => `w-${index}`).join(','))
        .send({});
    expect((await call(1)).body).toMatchObject({ success: true });
    const { body } = await far
      .as(far.first.apiKey)
      .get(`/api/v1/logs?workspaceId=${far.first.workspaceId}&workflowIds=${workflowId}`)
      .expect(200);
    expect(body.data).toHaveLength(1);
    expect((await call(24)).body).toMatchObject({ success: false });
  });
});
