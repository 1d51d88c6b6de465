import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { aChat, Browser, type MadeChat } from '../../support/chat/chat-api.js';
import { openStreamAt, type OpenStream } from '../../support/event-stream.js';
import { eventually } from '../../support/eventually.js';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { blockWith, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let models: FakeModels;
let server: TestApp;
let runs: [workflowId: string, executionId: string][] = [];

beforeAll(async () => {
  models = await startFakeModels();
  server = await startTestApp({ env: models.env });
}, 60_000);
afterEach(() => cancelRuns());
afterAll(async () => {
  await server.close();
  await models.stop();
});

const owner = () => server.as(server.first.apiKey);
const change = (chat: MadeChat, body: object) => owner().patch(`/api/chat/manage/${chat.id}`).send(body).expect(200);

/** A chat whose model writes for minutes. */
const talkative = (settings: JsonObject = {}) => {
  const agent = blockWith('agent', 'agent', { model: 'fake/deltas:5000:50', messages: [{ role: 'user', content: '<start.input>' }] });
  return aChat(server, { outputConfigs: [{ blockId: 'agent', path: 'content' }], ...settings }, inARow(agent));
};

/** The stream of a message, as soon as the model has written something. */
async function reading(at: Pick<TestApp, 'url'>, chat: MadeChat, body: JsonObject = {}): Promise<OpenStream> {
  const stream = await openStreamAt(at.url + chat.path, { method: 'POST', body: { input: 'Hello', ...body }, headers: {} });
  runs.push([chat.workflowId, String(stream.headers['x-execution-id'])]);
  await eventually(() => expect(stream.frames.length).toBeGreaterThan(0));
  return stream;
}

async function cancelRuns(): Promise<void> {
  const begun = runs;
  runs = [];
  for (const [workflowId, executionId] of begun)
    await owner().post(`/api/workflows/${workflowId}/executions/${executionId}/cancel`).expect(200);
}

async function growing({ frames }: OpenStream): Promise<void> {
  const { length } = frames;
  await eventually(() => expect(frames.length).toBeGreaterThan(length));
}

describe('the stream of a visitor', () => {
  it('ends when its chat is switched off, while its run continues, and can be continued later', async () => {
    const [chat, other] = [await talkative(), await talkative()];
    const [stream, untouched] = [await reading(server, chat), await reading(server, other)];
    await change(chat, { title: 'Renamed' });
    await change(chat, { isActive: false });
    await stream.ended;
    expect(stream.frames.at(-1)?.data).toMatchObject({ blockId: 'agent' });
    await growing(untouched);
    untouched.leave();
    const executionId = String(stream.headers['x-execution-id']);
    const { body } = await owner().get(`/api/v1/logs/executions/${executionId}`).expect(200);
    expect(body).toMatchObject({ executionId });
    const Cookie = stream.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const place = `${server.url}${chat.path}/conversations/${String(stream.headers['x-conversation-id'])}/stream`;
    const later = { 'Last-Event-ID': stream.frames.at(-1)?.id ?? '', Cookie };
    expect((await openStreamAt(place, { method: 'GET', headers: later })).status).toBe(403);
    await change(chat, { isActive: true });
    const rest = await openStreamAt(place, { method: 'GET', headers: later });
    await growing(rest);
    rest.leave();
  });

  it('ends when its chat is deleted by a request to another process', async () => {
    const beside = await startTestApp({ env: models.env, beside: server });
    const chat = await talkative();
    const stream = await reading(beside, chat);
    await owner().delete(`/api/chat/manage/${chat.id}`).expect(200);
    await stream.ended;
    expect(stream.frames.at(-1)?.data).toMatchObject({ blockId: 'agent' });
    await cancelRuns();
    await beside.close();
  });

  it('ends with the session of the visitor, when the password changes', async () => {
    const chat = await talkative({ authType: 'password', password: 'sesame' });
    const stream = await reading(server, chat, { password: 'sesame' });
    await change(chat, { title: 'Renamed' });
    await growing(stream);
    await change(chat, { password: 'another' });
    await stream.ended;
    expect((await new Browser(server).get(chat.path)).status).toBe(401);
  });
});
