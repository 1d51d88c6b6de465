import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LinkSignature } from '#host/secrets/link-signature.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { resumeLinkPurpose } from '#engine/pause.js';
import { aChat, Browser } from '../../support/chat/chat-api.js';
import { uploaded, type FileBody } from '../../support/file-api.js';
import { issueKey } from '../../support/issue-key.js';
import { deployedTool, mcpServer, toolState } from '../../support/mcp/mcp-servers.js';
import { blockWith, deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { anEdge, aState } from '../../support/workflow-documents.js';

const secret = 'TOP-SECRET';

let server: TestApp;
let stored: FileBody;
/** A key that runs workflows and reads nothing. */
let runsOnly: string;

beforeAll(async () => {
  server = await startTestApp();
  stored = await uploaded(server, 'pay.csv', secret, { type: 'text/csv' });
  runsOnly = (await issueKey(server, { name: 'runs only', scopes: ['execute'] })).key;
}, 60_000);
afterAll(() => server.close());

const papers = [{ name: 'papers', type: 'file[]', required: true }];
const reading = (from: string, field = 'papers') =>
  blockWith('read', 'file', { operation: 'file_get_content', getContentFile: `<${from}.${field}>` });
const asking = (...rest: readonly JsonObject[]) =>
  inARow(blockWith('ask', 'human_in_the_loop', { inputFormat: papers }), reading('ask'), ...rest);
const taking = (inputFormat: Json = papers, field = 'papers') =>
  aState([blockWith('start', 'start_trigger', { inputFormat }), reading('start', field)], [anEdge('start', 'read')]);
const inline = (text: string) => ({
  type: 'file',
  name: 'own.txt',
  data: `data:text/plain;base64,${Buffer.from(text).toString('base64')}`,
});

/** Ways to name the stored file. */
const names: readonly [string, () => Json][] = [
  ['its name', () => [{ name: 'pay.csv' }]],
  ['its id', () => [{ id: stored.id }]],
  ['its key', () => [{ key: stored.key }]],
  ['its name as an id', () => [{ id: 'pay.csv' }]],
  ['JSON in text', () => JSON.stringify([{ id: stored.id }])],
];

async function fileNamed(end: string): Promise<FileBody> {
  const { workspaceId, apiKey } = server.first;
  const { body } = await server.as(apiKey).get('/api/v1/files').query({ workspaceId, limit: 1000 }).expect(200);
  const found = (body.data.files as FileBody[]).find(({ name }) => name.endsWith(end));
  if (found === undefined) throw new Error(`No file ${end}`);
  return found;
}

describe('a visitor of a chat who answers a question for files', () => {
  const asked = async (message: JsonObject = { input: 'hello' }) => {
    const chat = await aChat(server, {}, asking(functionBlock('echo', 'return { said: <read.contents> }')));
    const visitor = new Browser(server);
    const { conversationId, frames } = await visitor.say(chat.path, message);
    const final = frames.at(-2)?.data as { data: { questions: { contextId: string }[] } } | undefined;
    const answer = (sent: Json) => ({
      conversationId,
      resume: { contextId: final?.data.questions[0]?.contextId ?? '', input: { papers: sent } },
    });
    return { chat, visitor, conversationId, answer };
  };

  it.each(names)('cannot have a file of the workspace by %s (AC-107)', async (_how, sent) => {
    const { chat, visitor, answer } = await asked();
    const { status, body } = await visitor.post(chat.path, answer(sent()));
    expect([status, JSON.stringify(body)]).toEqual([400, expect.not.stringContaining(secret)]);
    expect(body).toMatchObject({ details: [{ path: ['papers'], code: 'invalid_file' }] });
  });

  it('may name a file that they have sent in the conversation, of which nothing else counts', async () => {
    const data = inline('my own').data;
    const name = `own-${Date.now()}.txt`;
    const { chat, visitor, answer } = await asked({ input: 'hello', files: [{ name, type: 'text/plain', data }] });
    const { id } = await fileNamed(name);
    const { text } = await visitor.say(chat.path, answer([{ id, name: 'pay.csv', key: stored.key }]));
    expect(text).toContain('my own');
    const other = await asked();
    expect((await other.visitor.post(other.chat.path, other.answer([{ id }]))).status).toBe(400);
  });
});

it.each(names)('the holder of a link cannot have a file of the workspace by %s (AC-107)', async (_how, sent) => {
  const workflowId = await deployState(server, asking());
  const { body } = await server.as(server.first.apiKey).post(`/api/workflows/${workflowId}/execute`).send({}).expect(200);
  const executionId = body.executionId as string;
  const expiresAt = new Date(Date.now() + 60 * 60_000).toISOString();
  const token = server.app.get(LinkSignature).sign({ purpose: resumeLinkPurpose, executionId, contextId: 'ask', email: null, expiresAt });
  const value = sent();
  const form = { contextId: 'ask', token, 'field.papers': typeof value === 'string' ? value : JSON.stringify(value) };
  const { status, text } = await server.as().post(`/resume/${workflowId}/${executionId}`).type('form').send(form);
  expect([status, text]).toEqual([400, expect.stringContaining('papers must be files')]);
});

describe('a key that only runs workflows', () => {
  const start = (workflowId: string, body: JsonObject, key = runsOnly) =>
    server.as(key).post(`/api/workflows/${workflowId}/execute`).send(body);

  it.each<[string, () => Json]>([
    ...names,
    ['its bare name', () => 'pay.csv'],
    ['its bare name in a list', () => ['pay.csv']],
    ['one object', () => ({ name: 'pay.csv' })],
  ])('cannot start a run with a file of the workspace by %s (AC-107)', async (_how, sent) => {
    const workflowId = await deployState(server, taking());
    for (const body of [{ papers: sent() }, { input: { papers: sent() } }]) {
      const { status, body: answer } = await start(workflowId, body);
      expect([status, JSON.stringify(answer)]).toEqual([400, expect.not.stringContaining(secret)]);
    }
  });

  it('cannot do it under `files`, which hold files unless they are declared as something else', async () => {
    const workflowId = await deployState(server, taking([], 'files'));
    expect((await start(workflowId, { files: ['pay.csv'] })).status).toBe(400);
    expect((await start(workflowId, { files: [inline('own')] })).body.output.contents).toEqual(['own']);
    const declared = await deployState(server, toolState([{ name: 'files', type: 'array' }], 'return <start.files>'));
    expect((await start(declared, { files: ['src/a.ts'] })).body.output.result).toEqual(['src/a.ts']);
  });

  it('cannot do it with an input that is no object', async () => {
    const workflowId = await deployState(server, taking([{ name: 'input', type: 'file[]' }], 'input'));
    for (const input of ['pay.csv', ['pay.csv'], { name: 'pay.csv', papers: [] }]) {
      const { status, body } = await start(workflowId, { input });
      expect([status === 200, JSON.stringify(body)]).toEqual([false, expect.not.stringContaining(secret)]);
    }
  });

  it('may send content, leave the field out, and name in an answer what came with the start', async () => {
    const workflowId = await deployState(server, taking());
    expect((await start(workflowId, { papers: [inline('one')] })).body.output.contents).toEqual(['one']);
    const questions = aState(
      [
        blockWith('start', 'start_trigger', { inputFormat: papers }),
        blockWith('ask', 'human_in_the_loop', { inputFormat: papers }),
        reading('ask'),
      ],
      [anEdge('start', 'ask'), anEdge('ask', 'read')],
    );
    const asksId = await deployState(server, questions);
    const name = `start-${Date.now()}.txt`;
    const { executionId } = (await start(asksId, { papers: [{ ...inline('with the start'), name }] })).body;
    const { id } = await fileNamed(name);
    const answer = (sent: Json) =>
      server
        .as(runsOnly)
        .post(`/api/resume/${asksId}/${executionId}/ask`)
        .send({ input: { papers: sent } });
    expect((await answer([{ id: stored.id }])).status).toBe(400);
    expect((await answer([{ id }])).body.output.contents).toEqual(['with the start']);
    expect((await start(workflowId, { papers: null })).status).not.toBe(400);
  });

  it('with a scope that reads files may name them in its answer', async () => {
    const workflowId = await deployState(server, asking());
    const { apiKey } = server.first;
    for (const [sent, key] of [
      [[{ name: 'pay.csv' }], apiKey],
      [[{ id: stored.id }], (await issueKey(server, { name: 'reads', scopes: ['read', 'execute'] })).key],
    ] as const) {
      const { executionId } = (await start(workflowId, {}, key)).body;
      const { body } = await server
        .as(key)
        .post(`/api/resume/${workflowId}/${executionId}/ask`)
        .send({ input: { papers: sent } });
      expect(body.output.contents).toEqual([secret]);
    }
  });
});

describe('a call of a tool of a public MCP server', () => {
  async function call(name: string, state: JsonObject, sent: JsonObject, key?: string): Promise<string> {
    const workflowIds = [await deployedTool(server, name, state)];
    const { path } = await mcpServer(server, { workflowIds, isPublic: true });
    const { text } = await server
      .as(key)
      .post(path)
      .set({ Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-06-18' })
      .send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: name.toLowerCase(), arguments: sent } })
      .expect(200);
    return text;
  }

  const forged = (id: string) => ({
    id,
    name: 'x',
    url: 'http://x/',
    size: 1,
    type: 'text/csv',
    key: `files/${server.first.workspaceId}/x`,
  });
  const content = `"blob":"${Buffer.from(secret).toString('base64')}"`;
  const repeats = toolState([{ name: 'order', type: 'object' }], 'return { received: <start.order> }');

  it.each(['pay.csv', 'id'])('cannot name a file of the workspace: %s (AC-107)', async (how) => {
    const answer = await call('Sum', taking(), { papers: [how === 'id' ? stored.id : how] });
    expect(answer).toContain('File not found');
    expect(answer).not.toContain(secret);
  });

  it.each(['pay.csv', 'id'])('has no content for an object that only looks like a file: %s (AC-107)', async (how) => {
    const sent = { order: forged(how === 'id' ? stored.id : how) };
    expect(await call('Echo', repeats, sent)).not.toContain('"blob"');
    expect(await call('Echo', repeats, sent, runsOnly)).not.toContain('"blob"');
  });

  it('has no content for the name of a file where a key that reads files calls, but for its id', async () => {
    const { apiKey } = server.first;
    expect(await call('Echo', repeats, { order: forged('pay.csv') }, apiKey)).not.toContain('"blob"');
    expect(await call('Echo', repeats, { order: forged(stored.id) }, apiKey)).toContain(content);
  });

  it('has the content of the files that the workflow finds, writes, and was given', async () => {
    const finds = inARow(blockWith('find', 'file', { readFile: 'pay.csv' }), functionBlock('tell', 'return { found: <find.file> }'));
    expect(await call('Finds', finds, {})).toContain(content);
    const writes = inARow(
      blockWith('write', 'file', { operation: 'file_write', fileName: `written-${Date.now()}.txt`, content: secret }),
      functionBlock('tell', 'return [<write.file>]'),
    );
    expect(await call('Writes', writes, {})).toContain(content);
    const given = toolState(papers, 'return <start.papers>');
    expect(
      await call('Given', given, { papers: [{ name: 'a.txt', type: 'text/plain', data: Buffer.from(secret).toString('base64') }] }),
    ).toContain(content);
  });
});
