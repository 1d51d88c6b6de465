import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '#kernel/json.js';
import { aChat, Browser, echo, type Said } from '../../support/chat/chat-api.js';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { blockWith, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let models: FakeModels;
let server: TestApp;

beforeAll(async () => {
  models = await startFakeModels();
  server = await startTestApp({ env: models.env });
}, 60_000);
afterAll(async () => {
  await server.close();
  await models.stop();
});

const owner = () => server.as(server.first.apiKey);

const asking = (more: JsonObject = {}) =>
  inARow(
    blockWith('ask', 'human_in_the_loop', {
      builderData: [{ name: 'amount', type: 'number', value: '<start.input>' }],
      inputFormat: [{ name: 'approved', type: 'boolean', required: true }],
      ...more,
    }),
    functionBlock('echo', 'return { said: `approved: ${<ask.approved>}` }'),
  );

interface Asked {
  readonly status: string;
  readonly output: JsonObject;
  readonly questions: readonly { contextId: string; mayAnswer: boolean; data: JsonObject; fields: JsonObject[] }[];
}

function askedIn({ frames }: Said): Asked {
  const final = frames.at(-2)?.data as unknown as { readonly data: Asked } | undefined;
  if (final === undefined) throw new Error('The run did not pause');
  return final.data;
}

describe('a question of a paused run', () => {
  it('is shown to the visitor, without the links that answer it with the rights of the workspace', async () => {
    const chat = await aChat(server, {}, asking());
    const browser = new Browser(server);
    const said = await browser.say(chat.path, { input: '500' });
    const asked = askedIn(said);
    expect(asked).toMatchObject({ status: 'paused', output: {}, questions: [{ mayAnswer: true, fields: [{ name: 'approved' }] }] });
    expect(JSON.stringify(said.frames)).not.toContain('/resume/');
    const { body } = await browser.get(`${chat.path}/conversations/${said.conversationId}`);
    const { turns } = (body as unknown as { data: { turns: JsonObject[] } }).data;
    expect(turns[0]).toMatchObject({ status: 'paused', questions: asked.questions });
  });

  it('is answered by its visitor, and the run continues as a stream', async () => {
    const chat = await aChat(server, {}, asking());
    const browser = new Browser(server);
    const said = await browser.say(chat.path, { input: '500' });
    const [question] = askedIn(said).questions;
    const { conversationId, executionId } = said;
    const resume = { contextId: question?.contextId, input: { approved: true } };
    const answered = await browser.say(chat.path, { conversationId, resume });
    expect([answered.text, answered.executionId]).toEqual(['approved: true', executionId]);
    const again = await browser.post(chat.path, { conversationId, resume });
    expect(again.status).toBe(404);
    const { body } = await browser.get(`${chat.path}/conversations/${conversationId}`);
    const { turns } = (body as unknown as { data: { turns: JsonObject[] } }).data;
    expect(turns).toEqual([expect.objectContaining({ status: 'completed', reply: 'approved: true', questions: [] })]);
  });

  it('is shown to no other visitor who repeats the message with its key, nor is what followed', async () => {
    const chat = await aChat(server, {}, asking());
    const browser = new Browser(server);
    const key = { 'Idempotency-Key': randomUUID() };
    const said = await browser.say(chat.path, { input: '500' }, key);
    const repeat = (visitor: Browser) => visitor.say(chat.path, { input: '500' }, key);
    const [question] = askedIn(said).questions;
    expect(askedIn(await repeat(browser)).questions).toEqual([question]);
    expect(askedIn(await repeat(new Browser(server)))).toMatchObject({ status: 'paused', questions: [] });
    const { conversationId, executionId } = said;
    await browser.say(chat.path, { conversationId, resume: { contextId: question?.contextId, input: { approved: true } } });
    const again = await repeat(new Browser(server));
    expect([again.executionId, again.text, askedIn(again)]).toEqual([executionId, '', expect.objectContaining({ questions: [] })]);
  });

  it('is not answered by another visitor, nor with an answer that does not fit its form', async () => {
    const chat = await aChat(server, {}, asking());
    const browser = new Browser(server);
    const said = await browser.say(chat.path, { input: '500' });
    const [question] = askedIn(said).questions;
    const body = (input: JsonObject) => ({ conversationId: said.conversationId, resume: { contextId: question?.contextId, input } });
    expect((await new Browser(server).post(chat.path, body({ approved: true }))).status).toBe(404);
    expect((await browser.post(chat.path, body({ approved: 'perhaps' }))).status).toBe(400);
    expect((await browser.say(chat.path, body({ approved: false }))).text).toBe('approved: false');
  });

  it('is answered however many messages were sent since', async () => {
    const state = inARow(
      blockWith('ask', 'human_in_the_loop', { inputFormat: [{ name: 'approved', type: 'boolean', required: true }] }),
      functionBlock('echo', 'return { said: `approved: ${<ask.approved>}` }'),
    );
    const chat = await aChat(server, {}, state);
    const browser = new Browser(server);
    const said = await browser.say(chat.path, { input: '500' });
    const { conversationId } = said;
    await owner().put(`/api/v1/workflows/${chat.workflowId}/state`).send({ state: echo() }).expect(200);
    await owner().post(`/api/v1/workflows/${chat.workflowId}/deploy`).expect(200);
    for (let count = 0; count < 21; count += 1) await browser.say(chat.path, { input: 'and?', conversationId });
    const [question] = askedIn(said).questions;
    const resume = { contextId: question?.contextId, input: { approved: true } };
    expect((await browser.say(chat.path, { conversationId, resume })).text).toBe('approved: true');
  }, 60_000);

  it('that two runs ask is answered for the run that the answer names, or else for the latest one', async () => {
    const chat = await aChat(server, {}, asking());
    const browser = new Browser(server);
    const first = await browser.say(chat.path, { input: '1' });
    const { conversationId } = first;
    const second = await browser.say(chat.path, { input: '2', conversationId });
    const third = await browser.say(chat.path, { input: '3', conversationId });
    const [question] = askedIn(first).questions;
    const answer = (executionId?: string) =>
      browser.say(chat.path, { conversationId, resume: { contextId: question?.contextId, executionId, input: { approved: true } } });
    expect((await answer(first.executionId)).executionId).toBe(first.executionId);
    expect((await answer()).executionId).toBe(third.executionId);
    expect((await answer(third.executionId)).status).toBe(404);
    expect((await answer()).executionId).toBe(second.executionId);
    const elsewhere = await browser.say(chat.path, { input: '4' });
    expect((await answer(elsewhere.executionId)).status).toBe(404);
  });

  it('that names approvers is answered by them only', async () => {
    const chat = await aChat(server, {}, asking({ approvers: ['boss@example.com'] }));
    const browser = new Browser(server);
    const said = await browser.say(chat.path, { input: '500' });
    const [question] = askedIn(said).questions;
    expect(question?.mayAnswer).toBe(false);
    const resume = { contextId: question?.contextId, input: { approved: true } };
    expect((await browser.post(chat.path, { conversationId: said.conversationId, resume })).status).toBe(403);
  });
});

describe('the reasoning of a model', () => {
  const agent = inARow(blockWith('agent', 'agent', { model: 'fake/reasoning', messages: [{ role: 'user', content: '<start.input>' }] }));
  const outputConfigs = [{ blockId: 'agent', path: 'content' }];
  const protocol = { 'X-Sim-Stream-Protocol': 'agent-events-v1' };
  const kinds = ({ frames }: Said) => frames.map(({ data }) => (data as JsonObject)['event']);

  it('is sent to clients that ask for it, if the chat allows it', async () => {
    const open = await aChat(server, { outputConfigs, includeThinking: true }, agent);
    expect(kinds(await new Browser(server).say(open.path, { input: 'Hello' }, protocol))).toContain('thinking');
    expect(kinds(await new Browser(server).say(open.path, { input: 'Hello' }))).not.toContain('thinking');
    const closed = await aChat(server, { outputConfigs }, agent);
    const said = await new Browser(server).say(closed.path, { input: 'Hello' }, protocol);
    expect(kinds(said)).not.toContain('thinking');
    expect(said.text).toBe('I have thought about it.');
  });
});

describe('an answer that the model is asked to repair', () => {
  it('is the reply without the answer before it, also in the history', async () => {
    const responseFormat = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
    const messages = [{ role: 'user', content: 'An invoice, total: 12' }];
    const agent = inARow(blockWith('agent', 'agent', { model: 'fake/schema-wrong:1', messages, responseFormat, repair: 1 }));
    const chat = await aChat(server, { outputConfigs: [{ blockId: 'agent', path: 'content' }] }, agent);
    const browser = new Browser(server);
    const said = await browser.say(chat.path, { input: 'Read it' });
    expect(said.text).toContain('[false,12]');
    const { body } = await browser.get(`${chat.path}/conversations/${said.conversationId}`);
    expect(body).toMatchObject({ data: { turns: [{ status: 'completed', reply: '{"total":12}' }] } });
  });
});

describe('a message', () => {
  it('takes a token of the synchronous starts of the account, and is refused without one', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'sluice-plans-')), 'plans.json');
    const limits = { syncPerMinute: 1, asyncPerMinute: 100, apiPerMinute: 1000, costLimitUsd: null, isCostLimitPerSeat: false };
    const plan = { ...limits, concurrentRuns: null, concurrentRunsPerWorkflow: null, storageBytes: null, isEnterprise: true };
    writeFileSync(file, JSON.stringify({ plans: { selfhosted: plan } }));
    // Each process has its metrics.
    const limited = await startTestApp({ inProcess: true, env: { SLUICE_PLANS_FILE: file } });
    try {
      const chat = await aChat(limited, {}, echo());
      const browser = new Browser(limited);
      const statuses: number[] = [];
      for (let count = 0; count < 4; count += 1) statuses.push((await browser.say(chat.path, { input: 'x' })).status);
      expect(statuses).toEqual([200, 200, 429, 429]);
      const refused = await browser.post(chat.path, { input: 'x' });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      const { text } = await limited.as().get('/metrics').expect(200);
      expect(text).toMatch(/sluice_chat_messages_limited_total 3\b/);
      expect(text).toMatch(/sluice_chat_streams_open 0\b/);
    } finally {
      await limited.close();
    }
  }, 60_000);
});
