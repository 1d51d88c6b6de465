import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { RunStore } from '#modules/runs/index.js';
import { FollowRun, type Message } from '#modules/runs/watch/follow-run.js';
import { eventually } from '../../support/eventually.js';
import { openStream } from '../../support/event-stream.js';
import { startEffectSink, type EffectSink } from '../../support/effect-sink.js';
import { blockWith, deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let sink: EffectSink;
let calling: string;
let release: (() => void)[] = [];
let answersAfterMs = 0;

const env = { SLUICE_OUTBOUND_ALLOW: '127.0.0.1', SLUICE_DRAIN_TIMEOUT: '1s' };

beforeAll(async () => {
  server = await startTestApp({ env });
  sink = await startEffectSink(() => answersAfterMs);
  calling = await deployState(
    server,
    inARow(
      functionBlock('before', 'return 1'),
      blockWith('call', 'api', { url: sink.url, method: 'POST', body: '{}' }),
      functionBlock('after', 'return 2'),
    ),
  );
});
afterEach(() => {
  for (const stop of release) stop();
  release = [];
});
afterAll(async () => {
  await server.close();
  await sink.close();
});

const selectedOutputs = ['before.result', 'after.result'];
const start = (at: TestApp) =>
  openStream(at, { method: 'POST', path: `/api/workflows/${calling}/execute`, body: { stream: true, selectedOutputs } });
const pathOf = (executionId: unknown) =>
  `/api/workflows/${calling}/executions/${String(executionId)}/stream?selectedOutputs=${selectedOutputs.join()}`;

describe('a reader', () => {
  it('receives heartbeats while nothing happens', async () => {
    answersAfterMs = 400;
    const stream = await start(server);
    const gone = new AbortController();
    release.push(() => gone.abort());
    const messages: Message[] = [];
    const run = {
      executionId: String(stream.headers['x-execution-id']),
      workflowId: calling,
      workspaceId: server.first.workspaceId,
      deploymentVersion: 1,
    };
    const watch = { selection: [], after: undefined, gone: gone.signal, heartbeatMs: 60 };
    for await (const message of server.app.get(FollowRun).follow(run, watch)) messages.push(message);
    expect(messages.filter((message) => 'comment' in message).length).toBeGreaterThan(2);
    expect(messages.at(-1)).toMatchObject({ data: '[DONE]' });
    await stream.ended;
  });

  it('in one process sees what another process does, soon', async () => {
    answersAfterMs = 300;
    const beside = await startTestApp({ env, beside: server });
    release.push(() => void beside.close());
    const stream = await start(server);
    const other = await openStream(beside, { path: pathOf(stream.headers['x-execution-id']) });
    await eventually(() => expect(other.frames.length).toBeGreaterThan(0));
    expect(other.frames.length).toBeLessThan(3);
    await Promise.all([stream.ended, other.ended]);
    expect(other.frames).toEqual(stream.frames);
  });

  it('of a run up to a pause gets what came before it, and does not wait for what the answer has begun', async () => {
    const ask = (id: string) => blockWith(id, 'human_in_the_loop', { inputFormat: [] });
    const blocks = [
      functionBlock('before', 'return 1'),
      ask('one'),
      functionBlock('after', 'return 2'),
      ask('two'),
      functionBlock('end', 'return 3'),
    ];
    const workflowId = await deployState(server, inARow(...blocks));
    const path = `/api/workflows/${workflowId}/execute`;
    const body = { stream: true, selectedOutputs: ['before.result', 'after.result', 'end.result'] };
    const stream = await openStream(server, { method: 'POST', path, body });
    await stream.ended;
    const executionId = String(stream.headers['x-execution-id']);
    for (const each of ['one', 'two'])
      await openStream(server, { method: 'POST', path: `/api/resume/${workflowId}/${executionId}/${each}`, body: {} }).then(
        ({ ended }) => ended,
      );
    const pauses = (await server.app.get(RunStore).history(executionId)).flatMap(({ type }, at) =>
      type === 'execution.paused' ? [at + 1] : [],
    );
    const selection = body.selectedOutputs.map((each) => ({ blockId: each.split('.')[0] ?? '', path: 'result', keys: ['result'] }));
    const run = { executionId, workflowId, workspaceId: server.first.workspaceId, deploymentVersion: 1 };
    const chunksTo = async (untilRestFrom: number | undefined): Promise<unknown[]> => {
      const chunks: unknown[] = [];
      const watch = { selection, after: undefined, gone: new AbortController().signal, untilRestFrom };
      for await (const message of server.app.get(FollowRun).follow(run, watch))
        if ('data' in message) chunks.push((message.data as JsonObject)['chunk']);
      return chunks.filter((chunk) => chunk !== undefined);
    };
    expect(await Promise.all([0, ...pauses, undefined].map(chunksTo))).toEqual([['1'], ['1'], ['1', '\n\n2'], ['1', '\n\n2', '\n\n3']]);
  });

  it('of a process that stops is asked to reconnect, and reads the rest from another process', async () => {
    answersAfterMs = 500;
    const beside = await startTestApp({ env, beside: server });
    const stream = await start(beside);
    await eventually(() => expect(stream.frames).toHaveLength(1));
    await beside.close();
    await stream.ended;
    expect(stream.comments.at(-1)).toBe('event: reconnect\nretry: 1000\ndata: {"event":"reconnect"}');
    expect(stream.frames).toHaveLength(1);
    const rest = await openStream(server, {
      path: pathOf(stream.headers['x-execution-id']),
      headers: { 'Last-Event-ID': stream.frames[0]?.id ?? '' },
    });
    await rest.ended;
    expect(rest.frames.map(({ data }) => data)).toEqual([
      { blockId: 'after', chunk: '\n\n2' },
      { event: 'final', data: { success: true, output: {} } },
      '[DONE]',
    ]);
    const { rowCount } = await server.database.pool.query('select 1 from work_item');
    expect(rowCount).toBe(0);
  });
});
