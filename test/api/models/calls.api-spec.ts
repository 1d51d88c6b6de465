import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../../support/eventually.js';
import { openStream } from '../../support/event-stream.js';
import { startFakeModels, type FakeModels } from '../../support/fake-models.js';
import { blockWith, deployState, finishedJob, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let fake: FakeModels;
let server: TestApp;
let beside: TestApp;

beforeAll(async () => {
  fake = await startFakeModels();
  // Each process has its metrics.
  server = await startTestApp({ inProcess: true, env: fake.env });
  beside = await startTestApp({ env: fake.env, beside: server });
});
afterAll(async () => {
  await beside.close();
  await server.close();
  await fake.stop();
});

/** A deployed workflow with one agent. @returns its id */
function anAgent(model: string): Promise<string> {
  const fields: JsonObject = { model, messages: JSON.stringify([{ role: 'user', content: 'Good morning' }]) };
  return deployState(server, inARow(blockWith('agent', 'agent', fields)));
}

const execute = (workflowId: string, id: string) =>
  server.as(server.first.apiKey).post(`/api/workflows/${workflowId}/execute`).set('X-Execution-Id', id).send({});

/** What the record says of the answers of models, as soon as there is one. */
function recordedAnswers(id: string): Promise<readonly JsonObject[]> {
  return eventually(async () => {
    const { rows } = await server.database.pool.query<{ data: JsonObject }>(
      `select data from run_event where type = 'execution.model-answered' and stream_id =
       (select stream_id from run_event where type = 'execution.started' and data ->> 'callerExecutionId' = $1)`,
      [id],
    );
    expect(rows).not.toEqual([]);
    return rows.map(({ data }) => data);
  }, 20_000);
}

const partial = (kind: string): unknown =>
  expect.objectContaining({
    outcome: 'failed',
    error: expect.objectContaining({ kind }),
    parts: [{ type: 'text', text: expect.stringMatching(/\w/) }],
    usage: expect.objectContaining({ estimated: true }),
  });

describe('an agent of a run', () => {
  it.each(['fake/echo', 'fake-openai/gpt-fake-echo', 'fake-anthropic/claude-fake-echo', 'fake-google/gemini-fake-echo'])(
    'asks %s and has its answer as output',
    async (model) => {
      const id = `calls-${model.split('/')[0]}`;
      const { body } = await execute(await anAgent(model), id).expect(200);
      expect(body.output).toMatchObject({ content: 'Good morning', stopReason: 'stop' });
      expect(fake.log.requests.at(-1)).toMatchObject({ state: 'answered', isStreamed: true });
    },
  );

  it('counts its duration and the time between its tokens in the metrics', async () => {
    await execute(await anAgent('fake/deltas:20:5'), 'calls-measured').expect(200);
    const { text } = await server.as(server.first.apiKey).get('/metrics').expect(200);
    expect(text).toMatch(/gen_ai_invoke_agent_duration_seconds_count\{type="agent",outcome="completed"\} \d/);
    expect(text).toMatch(/gen_ai_client_operation_time_per_output_chunk_seconds_count\{provider="fake",model="deltas:20:5"\} 1/);
  });

  it('of 20 turns takes one and a half times its history on disk at most, and says once who started it', async () => {
    const parameters = { type: 'object', properties: { topic: { type: 'string' } } };
    // Text that a database compresses little.
    const code = `let text = ''; for (let n = 1; text.length < 5_400; n += 1) text += Math.sin(n * 7919).toString(36).slice(3); return text`;
    const lookUp = { type: 'custom-tool', title: 'Look up', toolId: 'custom-lookup', code };
    const tool = { ...lookUp, schema: { type: 'function', function: { name: 'lookup', parameters } } };
    const messages = [{ role: 'user', content: 'Look everything up' }];
    const agent = blockWith('agent', 'agent', { model: 'fake/endless-tools:19', messages, tools: [tool] });
    const { body } = await execute(await deployState(server, inARow(agent)), 'calls-long').expect(200);
    expect(body.output.steps).toBe(20);
    const history = Buffer.byteLength(JSON.stringify(fake.log.requests.at(-1)?.body));
    const { rows } = await server.database.pool.query<{ bytes: number; events: number; metas: number }>(
      `select sum(pg_column_size(e.*))::int as bytes, count(*)::int as events, count(meta)::int as metas from run_event e where stream_id =
       (select stream_id from run_event where type = 'execution.started' and data ->> 'callerExecutionId' = 'calls-long')`,
    );
    const [stored] = rows;
    expect(stored).toMatchObject({ metas: 2 });
    expect((stored?.bytes ?? Infinity) / history).toBeLessThanOrEqual(1.5);
  });

  it.each([
    ['by the process that runs it', () => server],
    ['by another process', () => beside],
  ])('that is cancelled %s closes its connection to the provider', async (_, by) => {
    const workflowId = await anAgent('fake/hang-inside');
    const id = `cancelled-${by() === server ? 'here' : 'there'}`;
    const ended = execute(workflowId, id).then(({ status }) => status);
    const before = fake.log.requests.length;
    await eventually(() => expect(fake.log.requests.length).toBeGreaterThan(before), 20_000);
    const asked = fake.log.requests.at(-1);
    await by().as(server.first.apiKey).post(`/api/workflows/${workflowId}/executions/${id}/cancel`).expect(200);
    await eventually(() => expect(asked?.state).toBe('closed-early'), 20_000);
    await ended;
  });

  it('that is cancelled while its model writes has the text so far and an estimate of its usage recorded, once', async () => {
    const workflowId = await anAgent('fake/hang-inside');
    const stream = await openStream(server, {
      method: 'POST',
      path: `/api/workflows/${workflowId}/execute`,
      headers: { 'X-Execution-Id': 'cancelled-writing' },
      body: { stream: true, selectedOutputs: ['agent.content'] },
    });
    await eventually(() => expect(stream.frames.length).toBeGreaterThan(0), 20_000);
    await server.as(server.first.apiKey).post(`/api/workflows/${workflowId}/executions/cancelled-writing/cancel`).expect(200);
    await stream.ended;
    expect(await recordedAnswers('cancelled-writing')).toEqual([partial('cancelled')]);
  });

  it('whose deadline expires while its model writes has the text so far and an estimate of its usage recorded, once', async () => {
    const workflowId = await anAgent('fake/hang-inside');
    const { body } = await execute(workflowId, 'expired-writing')
      .set('X-Execution-Mode', 'async')
      .set('X-Execution-Timeout-Seconds', '3')
      .expect(202);
    expect(await finishedJob(server, body.jobId)).toMatchObject({ status: 'failed', error: 'Execution timed out after 3 seconds' });
    expect(await recordedAnswers('expired-writing')).toEqual([partial('timeout')]);
    await eventually(() => expect(fake.log.requests.at(-1)?.state).toBe('closed-early'));
  });

  it('that is streamed has secrets masked as its outcome has, in frames and in rows', async () => {
    const environment = `/api/v1/workspaces/${server.first.workspaceId}/environment`;
    const put = (variables: JsonObject) => server.as(server.first.apiKey).put(environment).send({ variables }).expect(200);
    await put({ DIGITS: '7 8 9 10 11' });
    const stream = await openStream(server, {
      method: 'POST',
      path: `/api/workflows/${await anAgent('fake/deltas:20:60')}/execute`,
      body: { stream: true, selectedOutputs: ['agent.content'] },
    });
    await stream.ended;
    await put({});
    const chunks = stream.frames.map(({ data }) => (data as { chunk?: string }).chunk ?? '');
    expect(chunks.join('').trim()).toBe('1 2 3 4 5 6 {{DIGITS}} 12 13 14 15 16 17 18 19 20');
    expect(chunks.filter((chunk) => chunk !== '').length).toBeGreaterThan(2);
  });
});
