import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { startEffectSink, type EffectSink } from '../../support/effect-sink.js';
import { eventually } from '../../support/eventually.js';
import { openStream, type OpenStream, type ReadFrame } from '../../support/event-stream.js';
import { createUser } from '../../support/issue-key.js';
import { blockWith, deployState, finishedJob, functionBlock, inARow } from '../../support/run-api.js';
import { startSilentServer } from '../../support/silent-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow, memberKey } from '../../support/workflow-api.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

let server: TestApp;
let sink: EffectSink;
let greet: string;
let failing: string;
let ids = 0;

beforeAll(async () => {
  server = await startTestApp({ inProcess: true, env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  sink = await startEffectSink(() => 150);
  greet = await deployState(
    server,
    inARow(functionBlock('Say Hello', 'return "hello " + <start.name>'), functionBlock('count', 'return { n: 3, list: [1, 2] }')),
  );
  failing = await deployState(server, inARow(functionBlock('broken', 'throw new Error("no luck")')));
});
afterAll(async () => {
  await server.close();
  await sink.close();
});

const owner = () => server.as(server.first.apiKey);
const newId = (): string => `stream-${(ids += 1)}`;

/** Two calls to the outside, each of which takes a while, with a function between them. */
const slow = () =>
  deployState(
    server,
    inARow(
      blockWith('first', 'api', { url: `${sink.url}/1`, method: 'POST', body: '{}' }),
      functionBlock('middle', 'return { half: true }'),
      blockWith('second', 'api', { url: `${sink.url}/2`, method: 'POST', body: '{}' }),
    ),
  );

async function remaining(): Promise<number> {
  return (await owner().get('/api/users/me/usage-limits').expect(200)).body.rateLimit.sync.remaining as number;
}

function start(workflowId: string, body: object, headers: Record<string, string> = {}): Promise<OpenStream> {
  return openStream(server, { method: 'POST', path: `/api/workflows/${workflowId}/execute`, body: { stream: true, ...body }, headers });
}

function follow(workflowId: string, id: string, query = '', headers: Record<string, string> = {}): Promise<OpenStream> {
  return openStream(server, { path: `/api/workflows/${workflowId}/executions/${id}/stream${query}`, headers });
}

async function framesOf(opening: Promise<OpenStream>): Promise<readonly ReadFrame[]> {
  const stream = await opening;
  await stream.ended;
  return stream.frames;
}

const dataOf = (frames: readonly ReadFrame[]) => frames.map(({ data }) => data);

describe('a streamed run', () => {
  it('ends with one final frame and the mark of the end', async () => {
    const stream = await start(greet, { name: 'Ada' });
    await stream.ended;
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      connection: 'keep-alive',
      'x-accel-buffering': 'no',
      'x-execution-id': expect.any(String),
    });
    expect(dataOf(stream.frames)).toEqual([
      { event: 'final', data: { success: true, output: { result: { n: 3, list: [1, 2] }, stdout: '' } } },
      '[DONE]',
    ]);
    expect(stream.text()).toMatch(/data: "\[DONE\]"\n\n$/);
  });

  it('is asked for by a header as well', async () => {
    const opening = openStream(server, {
      method: 'POST',
      path: `/api/workflows/${greet}/execute`,
      body: { name: 'Ada' },
      headers: { 'X-Stream-Response': 'true' },
    });
    expect(dataOf(await framesOf(opening)).at(-1)).toBe('[DONE]');
  });

  it('shows selected outputs as their blocks complete, and says at the end only what it has not shown', async () => {
    const stream = await start(greet, { name: 'Ada', selectedOutputs: ['sayhello.result', 'count.result.list', 'count_result.n'] });
    await stream.ended;
    expect(dataOf(stream.frames)).toEqual([
      { blockId: 'Say Hello', chunk: 'hello Ada' },
      { blockId: 'count', chunk: '\n\n[\n  1,\n  2\n]' },
      { blockId: 'count', chunk: '3' },
      { event: 'final', data: { success: true, output: {} } },
      '[DONE]',
    ]);
    const known = stream.frames.map(({ id }) => id);
    expect(new Set(known).size).toBe(known.length);
  });

  it('shows an output long before the run has ended', async () => {
    const id = await slow();
    const stream = await start(id, { selectedOutputs: ['first.data', 'middle.result'] });
    await eventually(() => expect(stream.frames).toHaveLength(2));
    const { body } = await owner()
      .get(`/api/workflows/${id}/executions/${String(stream.headers['x-execution-id'])}`)
      .expect(200);
    expect(body.status).toBe('running');
    await stream.ended;
    expect(dataOf(stream.frames).at(-1)).toBe('[DONE]');
  });

  it('that fails ends with one error frame and no final one', async () => {
    expect(dataOf(await framesOf(start(failing, {})))).toEqual([{ event: 'error', error: expect.stringContaining('no luck') }, '[DONE]']);
  });

  it('keeps what a block said when an error edge took over for the end', async () => {
    const state = aState(
      [aBlock('start', 'start_trigger'), functionBlock('broken', 'throw new Error("no luck")'), functionBlock('rescue', 'return 1')],
      [anEdge('start', 'broken'), anEdge('broken.error', 'rescue')],
    );
    const frames = await framesOf(start(await deployState(server, state), { selectedOutputs: ['broken.error'] }));
    expect(dataOf(frames)[0]).toEqual({
      event: 'final',
      data: { success: true, output: { broken: { error: expect.stringContaining('no luck') } } },
    });
  });

  it('continues when its caller disconnects', async () => {
    const id = await slow();
    const stream = await start(id, {});
    const name = String(stream.headers['x-execution-id']);
    stream.leave();
    await eventually(async () => {
      const { body } = await owner().get(`/api/workflows/${id}/executions/${name}`).expect(200);
      expect(body.status).toBe('completed');
    });
  });

  it.each([
    ['an unknown block', ['missing.result'], 0],
    ['a path that is none', ['count.result', 'count.a..b'], 1],
  ])('is refused for %s before anything runs', async (_, selectedOutputs, index) => {
    const { body } = await owner().post(`/api/workflows/${greet}/execute`).send({ stream: true, selectedOutputs }).expect(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: ['selectedOutputs', index] }] });
  });

  it('is refused in plain JSON: unknown, not deployed, asynchronous too, or with an id that is taken', async () => {
    const post = (id: string, body: object) =>
      owner()
        .post(`/api/workflows/${id}/execute`)
        .send({ stream: true, ...body });
    expect((await post('01890000-0000-7000-8000-000000000000', {}).expect(404)).body.code).toBe('NOT_FOUND');
    expect((await post(await createWorkflow(server), {}).expect(403)).body.code).toBe('WORKFLOW_NOT_DEPLOYED');
    expect((await post(greet, { async: true }).expect(400)).body.details).toMatchObject([{ path: ['stream'] }]);
    const name = newId();
    await framesOf(start(greet, {}, { 'X-Execution-Id': name }));
    const taken = await post(greet, {}).set('X-Execution-Id', name).expect(409);
    expect(taken.body.code).toBe('EXECUTION_ID_CONFLICT');
  });

  it('is repeated for the same Idempotency-Key once the run has ended; before, the response names where to watch it', async () => {
    const id = await slow();
    const selected = { selectedOutputs: ['first.data', 'middle.result'] };
    const headers = { 'Idempotency-Key': newId() };
    const first = await start(id, selected, headers);
    const early = await owner()
      .post(`/api/workflows/${id}/execute`)
      .set(headers)
      .send({ stream: true, ...selected })
      .expect(409);
    const name = String(first.headers['x-execution-id']);
    expect(early.body).toEqual({ error: expect.stringContaining(name), code: 'IDEMPOTENCY_KEY_IN_USE' });
    expect(early.headers).toMatchObject({ 'retry-after': '1', 'x-execution-id': name });
    const during = await follow(id, name, '?selectedOutputs=first.data,middle.result');
    await Promise.all([first.ended, during.ended]);
    expect(during.frames).toEqual(first.frames);
    const after = await start(id, selected, headers);
    await after.ended;
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(after.headers).toMatchObject({ 'idempotent-replayed': 'true', 'x-execution-id': name });
    expect(after.frames).toEqual(first.frames);
  });
});

describe('GET /api/workflows/{id}/executions/{executionId}/stream', () => {
  it('gives the rest behind every frame', async () => {
    const selection = '?selectedOutputs=sayhello.result,count.result';
    const first = await start(greet, { name: 'Ada', selectedOutputs: ['sayhello.result', 'count.result'] });
    await first.ended;
    const name = String(first.headers['x-execution-id']);
    expect(await framesOf(follow(greet, name, selection))).toEqual(first.frames);
    for (const [index, { id }] of first.frames.slice(0, -1).entries()) {
      expect(await framesOf(follow(greet, name, selection, { 'Last-Event-ID': id }))).toEqual(first.frames.slice(index + 1));
      expect(await framesOf(follow(greet, name, `${selection}&lastEventId=${id}`))).toEqual(first.frames.slice(index + 1));
    }
  });

  it('answers 204 behind the last frame, so that a browser does not come back', async () => {
    const frames = await framesOf(start(greet, {}, { 'X-Execution-Id': newId() }));
    const stream = await follow(greet, `stream-${ids}`, '', { 'Last-Event-ID': frames.at(-1)?.id ?? '' });
    expect(stream.status).toBe(204);
    stream.leave();
  });

  it('continues where a connection broke while the run is active', async () => {
    const id = await slow();
    const broken = await start(id, { selectedOutputs: ['first.data', 'middle.result', 'second.data'] });
    await eventually(() => expect(broken.frames.length).toBeGreaterThan(0));
    broken.leave();
    const seen = [...broken.frames];
    const rest = await framesOf(
      follow(id, String(broken.headers['x-execution-id']), '?selectedOutputs=first.data,middle.result,second.data', {
        'Last-Event-ID': seen.at(-1)?.id ?? '',
      }),
    );
    expect(dataOf([...seen, ...rest])).toEqual([
      { blockId: 'first', chunk: expect.stringContaining('stored') },
      { blockId: 'middle', chunk: expect.stringContaining('half') },
      { blockId: 'second', chunk: expect.stringContaining('stored') },
      { event: 'final', data: { success: true, output: {} } },
      '[DONE]',
    ]);
  });

  it('follows runs of every mode, under our id and the one of the caller', async () => {
    const name = newId();
    const { body: sync } = await owner().post(`/api/workflows/${greet}/execute`).send({ name: 'Ada' }).expect(200);
    const queued = await owner().post(`/api/workflows/${greet}/execute`).set('X-Execution-Id', name).send({ async: true }).expect(202);
    for (const id of [sync.executionId as string, name]) {
      expect(dataOf(await framesOf(follow(greet, id)))).toEqual([
        { event: 'final', data: { success: true, output: expect.anything() } },
        '[DONE]',
      ]);
    }
    await finishedJob(server, queued.body.jobId);
  });

  it('waits for a queued run to begin', async () => {
    const { body } = await owner().post(`/api/workflows/${greet}/execute`).send({ async: true }).expect(202);
    expect(dataOf(await framesOf(follow(greet, body.executionId))).at(-1)).toBe('[DONE]');
  });

  it('tells every one of many readers the same', async () => {
    const id = await slow();
    const stream = await start(id, {});
    const readers = await Promise.all(
      Array.from({ length: 19 }, () => follow(id, String(stream.headers['x-execution-id']), '?selectedOutputs=middle.result')),
    );
    await Promise.all(readers.map(({ ended }) => ended));
    for (const { frames } of readers) expect(frames).toEqual(readers[0]?.frames);
    expect(readers[0]?.frames).toHaveLength(3);
  });

  it('is refused to a key that has 20 open, which then takes no token, and to no other key (AC-75); HEAD takes no place', async () => {
    const outside = await startSilentServer();
    const call = blockWith('call', 'api', { url: outside.url, method: 'POST', body: '{}', timeout: '120000' });
    const id = await deployState(server, inARow(call));
    const { body } = await owner().post(`/api/workflows/${id}/execute`).send({ async: true }).expect(202);
    const before = await remaining();
    const readers = await Promise.all(Array.from({ length: 20 }, () => follow(id, body.executionId)));
    const head = await owner().head(`/api/workflows/${id}/executions/${body.executionId}/stream`).expect(200);
    expect(head.headers).toMatchObject({ 'content-type': 'text/event-stream', 'x-execution-id': body.executionId });
    const refused = await owner().get(`/api/workflows/${id}/executions/${body.executionId}/stream`).expect(429);
    expect(refused.body).toEqual({
      error: 'Too many open streams: at most 20 of one API key. Please close one, or try again in 5 s.',
      code: 'RATE_LIMIT_EXCEEDED',
    });
    expect(refused.headers['retry-after']).toBe('5');
    await owner().post(`/api/workflows/${greet}/execute`).send({ stream: true }).expect(429);
    expect(await remaining()).toBe(before);
    const other = await memberKey(server, 'read');
    const stream = await follow(id, body.executionId, '', { 'X-API-Key': other });
    expect(stream.status).toBe(200);
    for (const reader of [stream, ...readers]) reader.leave();
    await eventually(() => owner().post(`/api/workflows/${greet}/execute`).send({ stream: true }).expect(200));
    await owner().post(`/api/workflows/${id}/executions/${body.executionId}/cancel`).expect(200);
    await outside.close();
  });

  it('answers unknown and foreign runs, and those of another workflow, with the same 404', async () => {
    const { body } = await owner().post(`/api/workflows/${greet}/execute`).send({}).expect(200);
    const stranger = server.as((await createUser(server)).key);
    const path = (workflowId: string, id: string): string => `/api/workflows/${workflowId}/executions/${id}/stream`;
    const unknown = await owner().get(path(greet, '01890000-0000-7000-8000-000000000000')).expect(404);
    for (const foreign of [
      await stranger.get(path(greet, body.executionId)).expect(404),
      await owner().get(path(failing, body.executionId)).expect(404),
      await owner().get(path(greet, 'no%20such')).expect(404),
    ]) {
      expect(foreign.text).toBe(unknown.text);
    }
  });

  it('refuses a Last-Event-ID that is none of its ids', async () => {
    const { body } = await owner().post(`/api/workflows/${greet}/execute`).send({}).expect(200);
    const path = `/api/workflows/${greet}/executions/${body.executionId}/stream`;
    expect((await owner().get(path).set('Last-Event-ID', 'seven').expect(400)).body.details).toMatchObject([{ path: ['Last-Event-ID'] }]);
    expect((await owner().get(`${path}?lastEventId=seven`).expect(400)).body.details).toMatchObject([{ path: ['lastEventId'] }]);
  });
});

describe('control fields of the execute route', () => {
  it.each([
    [{ stream: 'yes' }, 'stream'],
    [{ includeThinking: true }, 'includeThinking'],
    [{ includeToolCalls: true }, 'includeToolCalls'],
    [{ stream: true, includeThinking: true }, 'includeThinking'],
    [{ stream: true, includeToolCalls: true }, 'includeToolCalls'],
    [{ base64MaxBytes: 0 }, 'base64MaxBytes'],
    [{ includeFileBase64: 'no' }, 'includeFileBase64'],
    [{ async: true, selectedOutputs: ['count'] }, 'selectedOutputs'],
    [{ includeFileBase64: true }, 'includeFileBase64'],
    [{ async: true, includeFileBase64: true }, 'includeFileBase64'],
    [{ stream: true, base64MaxBytes: 1000 }, 'base64MaxBytes'],
  ] satisfies [JsonObject, string][])('%j are refused with 400 naming the field', async (sent, field) => {
    const { body } = await owner().post(`/api/workflows/${greet}/execute`).send(sent).expect(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: [field] }] });
  });

  it.each([{ includeFileBase64: false }, { includeFileBase64: null, base64MaxBytes: null }])('%j changes nothing', async (sent) => {
    await owner().post(`/api/workflows/${greet}/execute`).send(sent).expect(200);
    await owner()
      .post(`/api/workflows/${greet}/execute`)
      .send({ ...sent, async: true })
      .expect(202);
  });

  it('says that files come without their bytes', async () => {
    const { body } = await owner()
      .post(`/api/workflows/${greet}/execute`)
      .send({ includeFileBase64: true, base64MaxBytes: 10 })
      .expect(400);
    expect(body.details).toEqual([
      expect.objectContaining({ path: ['includeFileBase64'], message: expect.stringContaining('is not available') }),
      expect.objectContaining({ path: ['base64MaxBytes'], message: expect.stringContaining('is not available') }),
    ]);
  });
});

describe('the protocol of agents', () => {
  const protocol = 'X-Sim-Stream-Protocol';

  it('is confirmed by the response, and lets a caller ask for reasoning and tool calls', async () => {
    const body = { stream: true, includeThinking: true, includeToolCalls: true };
    const started = await owner().post(`/api/workflows/${greet}/execute`).set(protocol, 'agent-events-v1').send(body).expect(200);
    expect(started.headers['x-sim-stream-protocol']).toBe('agent-events-v1');
    const path = `/api/workflows/${greet}/executions/${started.headers['x-execution-id']}/stream`;
    const followed = await owner().get(`${path}?includeThinking=true`).set(protocol, 'agent-events-v1').expect(200);
    expect(followed.headers['x-sim-stream-protocol']).toBe('agent-events-v1');
    const framesOf = (text: string): string => text.replaceAll(/^: .*\n\n/gm, '');
    expect(framesOf(followed.text)).toBe(framesOf(started.text));
    expect((await owner().get(path).expect(200)).headers['x-sim-stream-protocol']).toBeUndefined();
  });

  it('is refused under another name, and so are its flags without it', async () => {
    const { body } = await owner().post(`/api/workflows/${greet}/execute`).set(protocol, 'v2').send({ stream: true }).expect(400);
    expect(body.details).toMatchObject([{ path: [protocol], message: 'X-Sim-Stream-Protocol must be agent-events-v1' }]);
    const run = await owner().post(`/api/workflows/${greet}/execute`).send({}).expect(200);
    const path = `/api/workflows/${greet}/executions/${run.body.executionId}/stream?includeToolCalls=true`;
    expect((await owner().get(path).expect(400)).body.details).toMatchObject([{ path: ['includeToolCalls'] }]);
  });
});
