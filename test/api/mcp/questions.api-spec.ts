import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../../support/eventually.js';
import { startGatedServer, type GatedServer } from '../../support/gated-server.js';
import { deployedTool, mcpServer } from '../../support/mcp/mcp-servers.js';
import { blockWith, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aBlock, aState, anEdge } from '../../support/workflow-documents.js';

let server: TestApp;
let gate: GatedServer;
let url: URL;
let path: string;

const approval = (id: string, more: JsonObject = {}): JsonObject =>
  blockWith(id, 'human_in_the_loop', {
    builderData: [{ name: 'amount', type: 'number', value: 500 }],
    inputFormat: [
      { name: 'approved', type: 'boolean', required: true },
      { name: 'limit', type: 'number', required: true },
    ],
    ...more,
  });

/** A state that asks for the same approval in the only pass of each of two passes. */
function nested(): JsonObject {
  const loop = (id: string, count: number, more: JsonObject = {}): JsonObject => ({
    ...aBlock(id, 'loop'),
    data: { loopType: 'for', count, ...more },
  });
  const within = (parentId: string): JsonObject => ({ parentId, extent: 'parent' });
  return aState(
    [aBlock('start', 'start_trigger'), loop('outer', 2), loop('inner', 1, within('outer')), { ...approval('same'), data: within('inner') }],
    [anEdge('start', 'outer'), anEdge('outer.loop-start-source', 'inner'), anEdge('inner.loop-start-source', 'same')],
  );
}

beforeAll(async () => {
  gate = await startGatedServer();
  server = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  const answer = functionBlock('answer', 'return { approved: <first.approved>, limit: <second.limit> }');
  const states = {
    asks: inARow(approval('first'), approval('second'), answer),
    names: inARow(approval('named', { approvers: ['boss@example.com'] })),
    sleeps: inARow(blockWith('nap', 'wait', { timeValue: '3', async: true, timeUnitLong: 'days' })),
    nested: nested(),
    holds: inARow(approval('first'), blockWith('held', 'api', { url: gate.url })),
    lists: inARow(blockWith('list', 'human_in_the_loop', { inputFormat: [{ name: 'items', type: 'array', required: true }] })),
  };
  const workflowIds = await Promise.all(Object.entries(states).map(([name, state]) => deployedTool(server, name, state)));
  ({ url, path } = await mcpServer(server, { workflowIds, isPublic: true }));
}, 60_000);
afterAll(async () => {
  await server.close();
  await gate.close();
});

type Answer = (asked: { readonly message: string; readonly requestedSchema?: unknown }) => JsonObject;

/** A client of the later era whose user answers like this. */
async function asking(answer: Answer): Promise<Client> {
  const client = new Client(
    { name: 'a-client', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } }, capabilities: { elicitation: {} } },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => answer(params) as never);
  await client.connect(new StreamableHTTPClientTransport(url));
  return client;
}

async function called(client: Client, name = 'asks'): Promise<CallToolResult> {
  const result = await client.callTool({ name, arguments: {} });
  await client.close();
  return result;
}

const accept = (content: JsonObject): JsonObject => ({ action: 'accept', content });

/** Sends a call as a client of the later era does. */
function send(name: string, params: JsonObject = {}) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  };
  return server
    .as()
    .post(path)
    .set({
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': name,
    })
    .send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {}, _meta: meta, ...params } });
}

describe('a tool that pauses, called by a client with elicitation', () => {
  it('asks the questions of the run one after the other and returns its result', async () => {
    const asked: unknown[] = [];
    const client = await asking((question) => {
      asked.push(question);
      return accept({ approved: true, limit: asked.length });
    });
    const result = await called(client);
    expect(result.structuredContent).toMatchObject({ result: { approved: true, limit: 2 } });
    const requestedSchema = {
      type: 'object',
      properties: { approved: { type: 'boolean' }, limit: { type: 'number' } },
      required: ['approved', 'limit'],
    };
    expect(asked).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^first\n[^]*500/), requestedSchema }),
      expect.objectContaining({ message: expect.stringMatching(/^second\n/), requestedSchema }),
    ]);
  });

  it('asks again when an answer does not fit the form, and says why', async () => {
    const messages: string[] = [];
    const client = await asking(({ message }) => {
      messages.push(message);
      return accept(messages.length === 1 ? { approved: true, limit: 'much' } : { approved: true, limit: 3 });
    });
    expect((await called(client)).structuredContent).toMatchObject({ result: { limit: 3 } });
    expect(messages).toHaveLength(3);
    expect(messages[1]).toMatch(/limit.*must be a number/);
  });

  it.each(['decline', 'cancel'])('names the address of the answer after %s', async (action) => {
    const result = await called(await asking(() => ({ action })));
    expect(result.structuredContent).toMatchObject({ status: 'paused', url: expect.stringContaining('/resume/') });
  });

  it.each(['names', 'lists'])('names the address of a question that the client cannot ask (%s)', async (name) => {
    const client = await asking(() => {
      throw new Error('It must not ask');
    });
    expect((await called(client, name)).structuredContent).toMatchObject({ status: 'paused', url: expect.stringContaining('/resume/') });
  });

  it('continues the run that the state names, for its tool only, and answers no question twice', async () => {
    const { body } = await send('asks').expect(200);
    const { requestState, inputRequests } = body.result as { readonly requestState: string; readonly inputRequests: JsonObject };
    expect(Object.keys(inputRequests)).toEqual(['first']);
    const inputResponses = { first: accept({ approved: true, limit: 1 }) };
    for (const state of [`${requestState}x`, requestState.slice(0, -1), 'x'.repeat(60)]) {
      const refused = await send('asks', { requestState: state, inputResponses }).expect(200);
      expect(refused.body.error).toMatchObject({
        code: -32602,
        message: expect.stringContaining('requestState'),
        data: { code: 'VALIDATION_FAILED' },
      });
    }
    const elsewhere = await send('lists', { requestState, inputResponses }).expect(200);
    expect(elsewhere.body.error).toMatchObject({ code: -32602 });
    const { body: continued } = await send('asks', { requestState, inputResponses }).expect(200);
    expect(Object.keys(continued.result.inputRequests as JsonObject)).toEqual(['second']);
    const again = await send('asks', { requestState, inputResponses }).expect(200);
    expect(Object.keys(again.body.result.inputRequests as JsonObject)).toEqual(['second']);
  });

  it('asks for each of two questions of one name, also when the first answer is sent twice', async () => {
    const { body } = await send('nested').expect(200);
    const { requestState, inputRequests } = body.result as { readonly requestState: string; readonly inputRequests: JsonObject };
    const inputResponses = { [Object.keys(inputRequests)[0] ?? '']: accept({ approved: true, limit: 1 }) };
    const answers = [
      await send('nested', { requestState, inputResponses }).expect(200),
      await send('nested', { requestState, inputResponses }).expect(200),
    ];
    for (const answer of answers) expect(answer.body.result).toMatchObject({ resultType: 'input_required', inputRequests });
    const [first] = answers;
    const { body: ended } = await send('nested', { requestState: first?.body.result.requestState as string, inputResponses }).expect(200);
    expect(ended.result).toMatchObject({ structuredContent: expect.any(Object) });
    expect(ended.result).not.toHaveProperty('inputRequests');
  });

  it('that has not ended yet may be repeated with its state for the result', async () => {
    const { body } = await send('holds').expect(200);
    const call = {
      requestState: (body.result as { requestState: string }).requestState,
      inputResponses: { first: accept({ approved: true, limit: 1 }) },
    };
    const answered = send('holds', call).then();
    await eventually(() => expect(gate.keys).toHaveLength(1));
    const { body: early } = await send('holds', call).expect(200);
    expect(early.error).toMatchObject({ message: expect.stringContaining('has not ended yet'), data: { retryable: true } });
    gate.open();
    const result = (await answered).body.result as JsonObject;
    expect(result['structuredContent']).toMatchObject({ data: { stored: true } });
    expect((await send('holds', call).expect(200)).body.result).toEqual(result);
  });

  it('names the time at which it continues when there is no question', async () => {
    const { body } = await send('sleeps').expect(200);
    const { structuredContent, content } = body.result as { readonly structuredContent: JsonObject; readonly content: { text: string }[] };
    expect(structuredContent).toMatchObject({ status: 'paused', resumeAt: expect.any(String) });
    expect(structuredContent).not.toHaveProperty('url');
    expect(content[0]?.text).toBe(`The run is paused until ${structuredContent['resumeAt'] as string}`);
  });
});
