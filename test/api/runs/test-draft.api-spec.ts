import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { startEffectSink, type EffectSink } from '../../support/effect-sink.js';
import { eventually } from '../../support/eventually.js';
import { blockWith, functionBlock, inARow } from '../../support/run-api.js';
import { startSilentServer, type SilentServer } from '../../support/silent-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';
import { createWorkflow } from '../../support/workflow-api.js';

let server: TestApp;
let sink: EffectSink;
let silent: SilentServer;
let before = 0;

beforeAll(async () => {
  server = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  sink = await startEffectSink();
  silent = await startSilentServer();
}, 60_000);
afterAll(async () => {
  await server.close();
  await sink.close();
  await silent.close();
});
beforeEach(() => {
  before = allCalls();
});

interface RunEvent {
  readonly type: string;
  readonly node?: string;
  readonly payload: {
    readonly output?: JsonObject;
    readonly error?: string;
    readonly recorded?: boolean;
    readonly pinned?: boolean;
  };
}

const allCalls = (): number => [...sink.seen.values()].reduce((sum, bodies) => sum + bodies.length, 0);
const calls = (): number => allCalls() - before;
const owner = () => server.as(server.first.apiKey);
const start = (id: string, body: object = {}) => owner().post(`/api/v1/workflows/${id}/draft/runs`).send(body);
const save = (id: string, state: JsonObject) => owner().put(`/api/v1/workflows/${id}/state`).send({ state }).expect(200);
const revisionOf = async (id: string): Promise<number> =>
  (await owner().get(`/api/v1/workflows/${id}/draft`).expect(200)).body.data.revision as number;

const ends = ['execution.completed', 'execution.failed', 'execution.cancelled'];

async function eventsOf(executionId: string): Promise<readonly RunEvent[]> {
  return eventually(async () => {
    const { body } = await owner().get(`/api/v1/logs/executions/${executionId}/events?limit=1000`).expect(200);
    const events = body.data as readonly RunEvent[];
    if (!ends.includes(events.at(-1)?.type ?? '')) throw new Error('The run has not ended');
    return events;
  }, 20_000);
}

async function test(
  id: string,
  body: object = {},
): Promise<{ executionId: string; events: readonly RunEvent[]; end: RunEvent | undefined }> {
  const { executionId } = (await start(id, body).expect(202)).body.data as { executionId: string };
  const events = await eventsOf(executionId);
  return { executionId, events, end: events.at(-1) };
}

const completed = (events: readonly RunEvent[]): readonly string[] =>
  events.flatMap(({ type, node, payload: { recorded, pinned } }) =>
    type === 'execution.block-completed' ? [`${node}${recorded === true ? ' recorded' : ''}${pinned === true ? ' pinned' : ''}`] : [],
  );

const call = (): JsonObject => blockWith('call', 'api', { url: `${sink.url}/store`, method: 'POST', body: '{"n": "<start.n>"}' });
const paying = (code = 'return { stored: <call.data.stored>, n: <start.n> }', extra: JsonObject = {}): JsonObject =>
  inARow({ ...call(), ...extra }, functionBlock('sum', code));

describe('a test of the draft', () => {
  it('runs a draft that was never deployed, and its first event pins the content of the revision', async () => {
    const id = await createWorkflow(server, { state: paying() });
    const { events, end, executionId } = await test(id, { input: { n: 1 } });
    expect(end?.payload.output).toMatchObject({ result: { stored: true, n: 1 } });
    expect(events[0]?.payload).toMatchObject({
      trigger: 'manual',
      deploymentVersion: -(await revisionOf(id)),
      draft: { documentHash: expect.stringMatching(/^[\w-]{43}$/), pins: true },
    });
    await owner().get(`/api/v1/logs/${executionId}`).expect(200);
  });

  it('has the time limit of an asynchronous run, since its response does not wait for it', async () => {
    const id = await createWorkflow(server, { state: inARow(functionBlock('say', 'return 1')) });
    const { events } = await test(id);
    const { startedAt = '', deadlineAt = '' } = (events[0]?.payload ?? {}) as { readonly startedAt?: string; readonly deadlineAt?: string };
    expect(Date.parse(deadlineAt) - Date.parse(startedAt)).toBe(server.config.asyncTimeoutMs);
  });

  it('runs an earlier revision, also after the draft has changed', async () => {
    const id = await createWorkflow(server, { state: inARow(functionBlock('say', 'return 1')) });
    const revision = await revisionOf(id);
    await save(id, inARow(functionBlock('say', 'return 2')));
    expect((await test(id, { revision })).end?.payload.output).toMatchObject({ result: 1 });
    expect((await test(id)).end?.payload.output).toMatchObject({ result: 2 });
    await start(id, { revision: revision + 99 }).expect(404);
  });

  it('starts one run for an Idempotency-Key, and no second one with other rules', async () => {
    const id = await createWorkflow(server, { state: inARow(functionBlock('say', 'return 1')) });
    const sent = (body: object) => start(id, body).set('Idempotency-Key', `test-${id}`);
    const first = (await sent({ input: {} }).expect(202)).body.data.executionId as string;
    await eventsOf(first);
    expect((await sent({ input: {} }).expect(202)).body.data.executionId).toBe(first);
    await sent({ input: {}, outside: 'none' }).expect(422);
  });

  it('gives a repeated request the first response while the run is active, with the id that its first request chose', async () => {
    const id = await createWorkflow(server, { state: inARow(blockWith('busy', 'api', { url: silent.url })) });
    const sent = () => start(id, { input: {} }).set('Idempotency-Key', `active-${id}`).set('X-Execution-Id', `mine-${id}`);
    const first = await sent().expect(202);
    await eventually(() => expect(silent.waiting).toBe(1));
    const second = await sent().expect(202);
    expect(second.body).toEqual(first.body);
    expect(second.body.data.executionId).toBe(`mine-${id}`);
    expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect(silent.waiting).toBe(1);
  });

  it('is refused for a draft that cannot run', async () => {
    const id = await createWorkflow(server, { state: aState([aBlock('say', 'function')]) });
    await start(id).expect(400);
  });
});

describe('a test until a block', () => {
  const chain = (): JsonObject => inARow(functionBlock('one', 'return 1'), functionBlock('two', 'return <one.result> + 1'), call());

  it('runs what leads to the block and ends with its output', async () => {
    const id = await createWorkflow(server, { state: chain() });
    const { events, end } = await test(id, { until: 'Two' });
    expect(completed(events)).toEqual(['start', 'one', 'two']);
    expect(end).toMatchObject({ type: 'execution.completed', payload: { output: { result: 2 } } });
    expect(calls()).toBe(0);
  });

  it('fails where a block before it fails', async () => {
    const id = await createWorkflow(server, {
      state: inARow(functionBlock('one', 'throw new Error("no")'), functionBlock('two', 'return 2')),
    });
    const { end } = await test(id, { until: 'two' });
    expect(end).toMatchObject({ type: 'execution.failed', payload: { error: expect.stringContaining('one') } });
  });

  it('in a container runs the passes of the container up to the block', async () => {
    const inner = (id: string, code: string): JsonObject => ({ ...functionBlock(id, code), data: { parentId: 'each' } });
    const each = aBlock('each', 'loop', { data: { loopType: 'for', count: 2 } });
    const blocks = [
      aBlock('start', 'start_trigger'),
      each,
      inner('first', 'return 1'),
      inner('second', 'return 2'),
      functionBlock('after', 'return 3'),
    ];
    const edges = [
      anEdge('start', 'each'),
      anEdge('each.loop-start-source', 'first'),
      anEdge('first', 'second'),
      anEdge('each.loop-end-source', 'after'),
    ];
    const id = await createWorkflow(server, { state: aState(blocks, edges) });
    const { events } = await test(id, { until: 'first' });
    expect(completed(events)).toEqual(['start', 'each[0]/first', 'each[1]/first', 'each']);
    expect(completed((await test(id, { until: 'after' })).events)).toContain('each[1]/second');
  });

  it('that is unknown or is not reached is refused', async () => {
    const state = inARow(functionBlock('one', 'return 1')) as { blocks: JsonObject; edges: readonly JsonObject[] };
    const id = await createWorkflow(server, {
      state: { ...state, blocks: { ...state.blocks, alone: functionBlock('alone', 'return 1') } },
    });
    expect((await start(id, { until: 'nothing' }).expect(400)).body.details).toMatchObject([{ path: ['until'] }]);
    expect((await start(id, { until: 'alone' }).expect(400)).body.details).toMatchObject([{ path: ['until'] }]);
  });
});

describe('a pinned output', () => {
  const pin = { output: { data: { stored: 'pinned' } } };

  it('takes the place of the block in tests, and not in versions, exports and the state of the deployment', async () => {
    const id = await createWorkflow(server, { state: paying() });
    await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
    await save(id, paying(undefined, { pin }));
    const { events, end } = await test(id, { input: { n: 1 } });
    expect(completed(events)).toEqual(['start', 'call pinned', 'sum']);
    expect([end?.payload.output, calls()]).toEqual([expect.objectContaining({ result: { stored: 'pinned', n: 1 } }), 0]);

    const status = await owner().get(`/api/workflows/${id}/status`).expect(200);
    expect(status.body).toMatchObject({ needsRedeployment: false });
    expect((await owner().get(`/api/v1/workflows/${id}/export`).expect(200)).text).not.toContain('pinned');
    await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
    expect((await owner().get(`/api/v1/workflows/${id}/versions/2`).expect(200)).text).not.toContain('pinned');
    await owner().post(`/api/workflows/${id}/execute`).send({ n: 1 }).expect(200);
    await test(id, { input: { n: 1 }, pins: false });
    expect(calls()).toBe(2);
  });

  it('chooses the path that it names', async () => {
    const blocks = [
      aBlock('start', 'start_trigger'),
      blockWith('check', 'condition', {
        conditions: JSON.stringify([
          { id: 'check-if', title: 'if', value: 'true' },
          { id: 'check-else', title: 'else', value: '' },
        ]),
      }),
      functionBlock('yes', 'return 1'),
      functionBlock('no', 'return 2'),
    ];
    const edges = [anEdge('start', 'check'), anEdge('check.condition-check-if', 'yes'), anEdge('check.condition-check-else', 'no')];
    const pinned = { ...blocks[1], pin: { output: {}, handle: 'condition-check-else' } } as JsonObject;
    const id = await createWorkflow(server, { state: aState([blocks[0] ?? {}, pinned, ...blocks.slice(2)], edges) });
    expect(completed((await test(id)).events)).toEqual(['start', 'check pinned', 'no']);
  });

  it.each([['a text'], [{ handle: 'source' }], [{ output: 'a text' }], [{ output: { large: 'x'.repeat(300_000) } }]])(
    'of the wrong shape is refused: %.40j',
    async (wrong) => {
      const id = await createWorkflow(server, { state: paying() });
      const edit = { editId: 'pin', base: await revisionOf(id), ops: [{ op: 'option', id: 'call', name: 'pin', value: wrong }] };
      await owner().patch(`/api/v1/workflows/${id}/draft`).send(edit).expect(400);
    },
  );
});

describe('a test that uses the results of an earlier run', () => {
  it('runs again what is defined otherwise and what depends on it, and nothing else', async () => {
    const id = await createWorkflow(server, { state: paying() });
    const first = await test(id, { input: { n: 1 } });
    await save(id, paying('return { again: <call.data.stored> }'));
    const second = await test(id, { reuse: first.executionId });
    expect(completed(second.events)).toEqual(['start', 'call recorded', 'sum']);
    expect(second.end?.payload.output).toMatchObject({ result: { again: true } });
    const third = await test(id, { reuse: second.executionId });
    expect(completed(third.events)).toEqual(['start', 'call recorded', 'sum recorded']);
    expect(calls()).toBe(1);
  });

  it('runs again what gets another input', async () => {
    const id = await createWorkflow(server, { state: paying('return 1') });
    const first = await test(id, { input: { n: 1 } });
    const second = await test(id, { reuse: first.executionId, input: { n: 2 } });
    expect(completed(second.events)).toEqual(['start', 'call', 'sum recorded']);
    expect(calls()).toBe(2);
  });

  it('runs again what names a secret that was set since', async () => {
    const environment = `/api/v1/workspaces/${server.first.workspaceId}/environment`;
    const set = (value: string) =>
      owner()
        .put(environment)
        .send({ variables: { PAY_KEY: value } })
        .expect(200);
    await set('first-value-of-the-key');
    const keyed = {
      ...call(),
      subBlocks: { ...(call()['subBlocks'] as JsonObject), body: { id: 'body', type: 'code', value: '{"key": "{{PAY_KEY}}"}' } },
    };
    const id = await createWorkflow(server, { state: inARow(keyed) });
    const first = await test(id);
    expect(completed((await test(id, { reuse: first.executionId })).events)).toEqual(['start', 'call recorded']);
    await set('other-value-of-the-key');
    expect(completed((await test(id, { reuse: first.executionId })).events)).toEqual(['start', 'call']);
    expect(calls()).toBe(2);
  });

  it('takes over everything before the block that it begins with', async () => {
    const id = await createWorkflow(server, { state: paying() });
    const first = await test(id, { input: { n: 1 } });
    const { events } = await test(id, { reuse: first.executionId, from: 'sum' });
    expect(completed(events)).toEqual(['start recorded', 'call recorded', 'sum']);
    expect(calls()).toBe(1);
    expect((await start(id, { from: 'sum' }).expect(400)).body.details).toMatchObject([{ path: ['from'] }]);
    await start(id, { reuse: '0190d1f0-0000-7000-8000-000000000000' }).expect(404);
  });
});

describe('a test with nothing outside', () => {
  it('fails where a block would call an address, and says which', async () => {
    const id = await createWorkflow(server, { state: paying() });
    const { end } = await test(id, { outside: 'none' });
    expect(end).toMatchObject({ type: 'execution.failed', payload: { error: expect.stringContaining(`POST ${sink.url}/store`) } });
    expect(calls()).toBe(0);
  });

  it('ends where every such block is pinned or recorded', async () => {
    const id = await createWorkflow(server, { state: paying() });
    const first = await test(id, { input: { n: 1 } });
    expect((await test(id, { outside: 'none', reuse: first.executionId })).end?.type).toBe('execution.completed');
    expect(calls()).toBe(1);
  });
});
