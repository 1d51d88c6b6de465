import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openStream } from '../../support/event-stream.js';
import { eventually } from '../../support/eventually.js';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { blockWith, deployState, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let fake: FakeModels;
let server: TestApp;
let workflowId: string;

beforeAll(async () => {
  fake = await startFakeModels();
  server = await startTestApp({ env: fake.env });
  const agent = blockWith('agent', 'agent', {
    model: 'fake/echo',
    messages: [{ role: 'user', content: '<start.said>' }],
    memoryType: 'sliding_window',
    slidingWindowSize: 2,
    memorySummary: true,
    conversationId: '<start.about>',
  });
  workflowId = await deployState(server, inARow(agent));
});
afterAll(async () => {
  await server.close();
  await fake.stop();
});

const owner = () => server.as(server.first.apiKey);
const execute = (about: string, said: string) => owner().post(`/api/workflows/${workflowId}/execute`).send({ about, said });

/** A conversation of two turns, of which the next run drops the first one. */
async function twoTurns(about: string): Promise<void> {
  await execute(about, 'My order is 4711').expect(200);
  await execute(about, 'It is late').expect(200);
}

const summaryOf = async (about: string): Promise<string | null> => {
  const { body } = await owner().get(`/api/v1/memory/${about}?workspaceId=${server.first.workspaceId}`).expect(200);
  return body.data.summary;
};

const dropped = 'Conversation:\nuser: My order is 4711\nassistant: My order is 4711';

describe('a conversation of which an agent sees the newest messages and a summary', () => {
  it('is summed up by one marked call, which is listed, charged and stored like any other', async () => {
    await twoTurns('listed');
    const before = fake.log.requests.length;
    const { body } = await execute('listed', 'Where is it?').expect(200);
    expect(body.output).toMatchObject({ content: 'Where is it?', steps: 2, warnings: [] });
    expect(fake.log.requests).toHaveLength(before + 2);
    expect(await summaryOf('listed')).toBe(dropped);
    expect(JSON.stringify(fake.log.requests.at(-1)?.body)).toContain('Summary of the earlier conversation');
    const { body: effects } = await owner().get(`/api/v1/logs/executions/${body.executionId}/effects`).expect(200);
    expect(effects.data).toMatchObject([
      { kind: 'model', outcome: 'answered', call: { turn: 0, attempt: 0, purpose: 'summary' } },
      { kind: 'model', outcome: 'answered', call: { turn: 1, attempt: 0 } },
      { kind: 'memory', outcome: 'succeeded' },
      { kind: 'memory', outcome: 'succeeded' },
    ]);
    const costs = (effects.data as { cost?: number }[]).map(({ cost = 0 }) => cost);
    expect(costs[0]).toBeGreaterThan(0);
    await eventually(async () => {
      const { rows } = await server.database.pool.query<{ cost: number }>(
        'select cost_nano_usd::float8 as cost from usage_call where execution_id = $1 order by position',
        [body.executionId],
      );
      expect(rows.map(({ cost }) => cost / 1e9)).toEqual(costs.slice(0, 2));
    });
  });

  it('is not part of the stream of its run', async () => {
    await twoTurns('streamed');
    const body = { about: 'streamed', said: 'Where is it?', stream: true, selectedOutputs: ['agent.content'] };
    const stream = await openStream(server, { method: 'POST', path: `/api/workflows/${workflowId}/execute`, body });
    await stream.ended;
    const chunks = stream.frames.map(({ data }) => (data as { chunk?: string }).chunk ?? '');
    expect(chunks.join('')).toBe('Where is it?');
    expect(await summaryOf('streamed')).toBe(dropped);
  });

  it('is repeated by a recorded replay without a call', async () => {
    await twoTurns('replayed');
    const { body: run } = await execute('replayed', 'Where is it?').expect(200);
    const before = fake.log.requests.length;
    const { body } = await owner()
      .post(`/api/workflows/${workflowId}/executions/${run.executionId}/replay`)
      .send({ mode: 'recorded' })
      .expect(200);
    expect(body.output).toEqual(run.output);
    expect(fake.log.requests).toHaveLength(before);
  });

  it('is not deployed if the summary would be the only call', async () => {
    const agent = blockWith('agent', 'agent', {
      model: 'fake/echo',
      messages: [{ role: 'user', content: 'Hi' }],
      memoryType: 'conversation',
      memorySummary: true,
      conversationId: 'c',
      maxSteps: 1,
    });
    const imported = { workspaceId: server.first.workspaceId, workflow: { version: '1.0', state: inARow(agent) } };
    const { body } = await owner().post('/api/v1/workflows/import').send(imported);
    const { body: refused } = await owner().post(`/api/v1/workflows/${body.data.id}/deploy`).expect(400);
    expect(JSON.stringify(refused)).toContain('must be at least 2 with memorySummary');
  });
});
