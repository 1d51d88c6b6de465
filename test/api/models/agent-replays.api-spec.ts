import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../../support/eventually.js';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { blockWith, deployState, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let fake: FakeModels;
let server: TestApp;
let workflowId: string;
let original: string;

const owner = () => server.as(server.first.apiKey);

beforeAll(async () => {
  fake = await startFakeModels();
  server = await startTestApp({ env: fake.env });
  const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
  const schema = { type: 'function', function: { name: 'get_weather', description: 'Tells the weather.', parameters } };
  const tool = { type: 'custom-tool', title: 'get_weather', schema, code: 'return { city, degrees: 23 }' };
  const messages = JSON.stringify([{ role: 'user', content: 'The weather in city: Rome' }]);
  const agent = { model: 'fake/tool', messages, tools: [tool], temperature: 0.7 };
  workflowId = await deployState(server, inARow(blockWith('helper', 'agent', agent)));
  const { body } = await owner().post(`/api/workflows/${workflowId}/execute`).send({}).expect(200);
  original = body.executionId as string;
}, 60_000);
afterAll(async () => {
  await server.close();
  await fake.stop();
});

const replay = (body: JsonObject) => owner().post(`/api/workflows/${workflowId}/executions/${original}/replay`).send(body);

/** What the provider is sent while `work` is done. */
async function sentDuring(work: () => Promise<unknown>): Promise<readonly JsonObject[]> {
  const before = fake.log.requests.length;
  await work();
  return fake.log.requests.slice(before).map(({ body }) => body as JsonObject);
}

async function usageByModel(): Promise<readonly JsonObject[]> {
  const { body } = await owner().get(`/api/v1/usage?workspaceId=${server.first.workspaceId}&groupBy=model`).expect(200);
  return (body.data.groups as JsonObject[]).filter(({ model }) => model !== null);
}

describe('a replay of an agent', () => {
  it('that is recorded has the same output, and asks and charges nothing', async () => {
    const before = await eventually(async () => {
      const groups = await usageByModel();
      expect(groups).toMatchObject([{ model: 'tool' }]);
      return groups;
    });
    let replayed = '';
    const sent = await sentDuring(async () => {
      const { body } = await replay({ mode: 'recorded' }).expect(200);
      expect(body).toMatchObject({ success: true, output: { content: expect.stringContaining('23') } });
      replayed = body.executionId as string;
    });
    expect(sent).toEqual([]);
    // The usage is counted by the time the log has the run.
    await eventually(() => owner().get(`/api/v1/logs/executions/${replayed}`).expect(200));
    expect(await usageByModel()).toEqual(before);
  });

  it('that is live may begin at a later call: the answers and tools before it are taken from the record', async () => {
    const sent = await sentDuring(() => replay({ mode: 'live', from: 'helper', call: 2 }).expect(200));
    expect(sent).toMatchObject([
      { model: 'tool', temperature: 0.7, messages: [{ role: 'user' }, { role: 'assistant' }, { role: 'tool' }] },
    ]);
  });

  it('may ask another model at another temperature from that call on, and is compared with the original', async () => {
    let fork = '';
    const sent = await sentDuring(async () => {
      const { body } = await replay({ mode: 'live', from: 'helper', call: 2, with: { model: 'fake/echo', temperature: 0 } }).expect(200);
      fork = body.executionId as string;
    });
    expect(sent).toMatchObject([{ model: 'echo', temperature: 0, messages: [{ role: 'user' }, { role: 'assistant' }, { role: 'tool' }] }]);
    const { body } = await eventually(() => owner().get(`/api/v1/logs/executions/${original}/compare?with=${fork}`).expect(200));
    expect(JSON.stringify(body.data)).toMatch(/"tool".*"echo"|"echo".*"tool"/);
  });

  it('may have another conversation', async () => {
    const messages = [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'The weather in city: Oslo' },
    ];
    const sent = await sentDuring(() => replay({ mode: 'live', from: 'helper', call: 1, with: { messages } }).expect(200));
    expect(sent.map((body) => (body['messages'] as JsonObject[]).slice(0, 2))).toEqual([messages, messages]);
  });

  it.each([
    [{ mode: 'live', from: 'helper', call: 3 }, 'call', 'at most 2'],
    [{ mode: 'live', call: 1 }, 'call', 'needs from'],
    [{ mode: 'recorded', from: 'helper', call: 1 }, 'call', 'live replays only'],
    [{ mode: 'live', from: 'helper', with: { temperature: 0 } }, 'with', 'needs call'],
    [{ mode: 'live', from: 'helper', call: 1, with: { temperature: 3 } }, 'with.temperature', '2'],
    [{ mode: 'live', from: 'helper', call: 1, with: { messages: [{ role: 'tool', content: '' }] } }, 'with.messages', 'role'],
    [{ mode: 'live', from: 'helper', call: 1, with: { messages: [] } }, 'with.messages', '1 to 1000'],
  ])('is refused with %j, and asks nothing', async (body, field, expected) => {
    const sent = await sentDuring(async () => {
      const answer = await replay(body as JsonObject).expect(400);
      expect(JSON.stringify(answer.body.error)).toContain(expected);
      expect(JSON.stringify(answer.body.error)).toContain(field.split('.').at(-1));
    });
    expect(sent).toEqual([]);
  });
});
