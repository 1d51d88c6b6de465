import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { startEffectSink, type EffectSink } from '../../support/effect-sink.js';
import { eventually } from '../../support/eventually.js';
import { createUser, issueKey } from '../../support/issue-key.js';
import { blockWith, deployState, finishedJob, functionBlock, inARow } from '../../support/run-api.js';
import { choosePlan } from '../../support/plans.js';
import { quarantinedLike } from '../../support/quarantined-run.js';
import { startSilentServer, type SilentServer } from '../../support/silent-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow, memberKey } from '../../support/workflow-api.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

interface Span {
  readonly blockId?: string;
  readonly type: string;
  readonly status: string;
  readonly recorded?: true;
  readonly relativeStartMs: number;
  readonly children: readonly Span[];
}

let server: TestApp;
let sink: EffectSink;
let silent: SilentServer;
/** Whether the part of the outside that is out of order at times answers well. */
let isMoodyWell = true;

beforeAll(async () => {
  server = await startTestApp({ inProcess: true, env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  sink = await startEffectSink(undefined, (path) => (path === '/moody' && !isMoodyWell ? 503 : 200));
  silent = await startSilentServer();
});
afterAll(async () => {
  await server.close();
  await sink.close();
  await silent.close();
});

let callsBefore: number;
beforeEach(() => {
  callsBefore = calls().length;
});

const owner = () => server.as(server.first.apiKey);
const calls = (): string[] => [...sink.seen.values()].flat();
const newCalls = (): string[] => calls().slice(callsBefore);

const call = (id: string, body: string, fields: JsonObject = {}): JsonObject =>
  blockWith(id, 'api', { url: sink.url, method: 'POST', body, ...fields });

async function execute(workflowId: string, body: JsonObject = {}, status = 200): Promise<string> {
  const answer = await owner().post(`/api/workflows/${workflowId}/execute`).send(body).expect(status);
  return answer.body.executionId as string;
}

const replayOf = (workflowId: string, executionId: string, body: JsonObject, key = server.first.apiKey) =>
  server.as(key).post(`/api/workflows/${workflowId}/executions/${executionId}/replay`).send(body);

const release = (workflowId: string, executionId: string) => owner().post(`/api/workflows/${workflowId}/executions/${executionId}/release`);

async function spansOf(executionId: string): Promise<readonly Span[]> {
  const { body } = await eventually(() => owner().get(`/api/v1/logs/${executionId}`).expect(200));
  const [root] = body.data.executionData.traceSpans as readonly Span[];
  return root?.children ?? [];
}

/** `block` for each span that is a block, `block!` where it was told from the record; those of passes and calls in place. */
function told(spans: readonly Span[]): string[] {
  return spans.flatMap(({ blockId, recorded, children }) => [
    ...(blockId === undefined ? [] : [recorded === true ? `${blockId}!` : blockId]),
    ...told(children),
  ]);
}

const inside = (container: string, ...blocks: readonly JsonObject[]): readonly JsonObject[] =>
  blocks.map((block) => ({ ...block, data: { parentId: container, extent: 'parent' } }));

/** start, call the outside, work on the answer, call the outside with the result. */
const twoCalls = (): Promise<string> =>
  deployState(
    server,
    inARow(
      call('first', '{"n": <start.n>}'),
      functionBlock('work', 'return { doubled: <start.n> * 2, was: <first.data.stored> }'),
      call('second', '{"doubled": <work.result.doubled>}'),
    ),
  );

const loopOfCalls = (): JsonObject =>
  aState(
    [
      aBlock('start', 'start_trigger'),
      { ...aBlock('box', 'loop'), data: { loopType: 'for', count: 3 } },
      ...inside('box', call('each', '{"pass": <loop.index>}'), functionBlock('after', 'return <loop.index>')),
    ],
    [anEdge('start', 'box'), anEdge('box.loop-start-source', 'each'), anEdge('each', 'after')],
  );

/** start, call the outside, work on the answer. */
const callAndWork = (code: string): JsonObject => inARow(call('first', '{"n": <start.n>}'), functionBlock('work', code));

const saveDraft = (workflowId: string, state: JsonObject) =>
  owner().put(`/api/v1/workflows/${workflowId}/state`).send({ state }).expect(200);
const broken = 'throw new Error("no luck")';

describe('a replay in another version', () => {
  it('finishes a failed run with the repaired version, without repeating what was done', async () => {
    const workflow = await deployState(server, callAndWork(broken));
    const original = await execute(workflow, { n: 1 }, 500);
    await saveDraft(workflow, callAndWork('return "repaired"'));
    await owner().post(`/api/v1/workflows/${workflow}/deploy`).expect(200);
    const { body } = await replayOf(workflow, original, { mode: 'live', from: 'work', version: 2 }).expect(200);
    expect(body).toMatchObject({ success: true, output: { result: 'repaired' } });
    expect(newCalls()).toEqual(['{"n":1}']);
    expect(told(await spansOf(body.executionId as string))).toEqual(['start!', 'first!', 'work']);
    const { body: log } = await owner().get(`/api/v1/logs/${body.executionId}`).expect(200);
    expect(log.data.deploymentVersionId).toBe(`${workflow}:2`);
  });

  it('runs the draft as it is at that moment, without deploying it', async () => {
    const workflow = await deployState(server, callAndWork(broken));
    const original = await execute(workflow, {}, 500);
    await saveDraft(workflow, callAndWork('return "draft"'));
    const { body } = await replayOf(workflow, original, { mode: 'live', from: 'work', version: 'draft' }).expect(200);
    await saveDraft(workflow, callAndWork('return "later"'));
    expect(body.output).toMatchObject({ result: 'draft' });
    const { body: log } = await eventually(() => owner().get(`/api/v1/logs/${body.executionId}`).expect(200));
    expect(log.data.deploymentVersionId).toMatch(new RegExp(`^${workflow}:draft-\\d+$`));
    expect(log.data.executionData.traceSpans[0].children.map(({ name }: { name: string }) => name)).toEqual(['start', 'first', 'work']);
    const { body: versions } = await owner().get(`/api/v1/workflows/${workflow}/versions`).expect(200);
    expect(versions.data.map(({ version }: { version: number }) => version)).toEqual([1]);
    const { body: again } = await replayOf(workflow, body.executionId as string, { mode: 'recorded' }).expect(200);
    expect(again.output).toMatchObject({ result: 'draft' });
  });

  it('starts from the block of that name, and names the outcomes that it does not take over', async () => {
    const workflow = await deployState(server, callAndWork(broken));
    const original = await execute(workflow, {}, 500);
    await saveDraft(workflow, inARow(functionBlock('new', 'return 1'), call('first', '{"n": 2}'), functionBlock('work', 'return 2')));
    const { body } = await replayOf(workflow, original, { mode: 'live', from: 'Work', version: 'draft' }).expect(200);
    expect(newCalls().at(-1)).toBe('{"n":2}');
    const { body: report } = await owner().get(`/api/workflows/${workflow}/executions/${body.executionId}`).expect(200);
    expect(report.origin).toEqual({ executionId: original, mode: 'live', from: 'work', notTakenOver: ['first'] });
  });

  it('answers calls from the record when it is a recorded one', async () => {
    const workflow = await deployState(server, callAndWork(broken));
    const original = await execute(workflow, { n: 3 }, 500);
    await saveDraft(workflow, callAndWork('return <first.data.stored>'));
    const { body } = await replayOf(workflow, original, { mode: 'recorded', version: 'draft' }).expect(200);
    expect(body.output).toMatchObject({ result: true });
    expect(newCalls()).toEqual(['{"n":3}']);
  });

  it('is refused for a version that is absent, an invalid draft, and a block that the version does not have', async () => {
    const workflow = await deployState(server, callAndWork(broken));
    const original = await execute(workflow, {}, 500);
    const refused = (body: JsonObject) => replayOf(workflow, original, { mode: 'live', ...body }).expect(400);
    expect((await refused({ version: 9 })).body.details).toMatchObject([
      { path: ['version'], message: expect.stringContaining('no version 9') },
    ]);
    expect((await refused({ version: 'newest' })).body.details).toMatchObject([{ path: ['version'] }]);
    await saveDraft(workflow, inARow(call('first', '{}')));
    expect((await refused({ version: 'draft', from: 'work' })).body.details).toMatchObject([
      { path: ['from'], message: expect.stringContaining('"work" is not in it') },
    ]);
    await saveDraft(workflow, inARow(blockWith('odd', 'no_such_block', {})));
    expect((await refused({ version: 'draft' })).body.details).toMatchObject([{ message: expect.stringContaining('no_such_block') }]);
  });

  it('is refused for a key that may only execute', async () => {
    const workflow = await deployState(server, callAndWork('return 1'));
    const original = await execute(workflow);
    const { key } = await issueKey(server, { name: `only-executes-${original}`, scopes: ['execute'] });
    await replayOf(workflow, original, { mode: 'live', version: 'draft' }, key).expect(403);
    await replayOf(workflow, original, { mode: 'recorded' }, key).expect(200);
    await saveDraft(workflow, callAndWork('return 2'));
    const { body } = await owner().post(`/api/v1/workflows/${workflow}/run`).send({}).expect(200);
    await replayOf(workflow, body.executionId as string, { mode: 'recorded' }, key).expect(403);
    await server
      .as(key)
      .post(`/api/workflows/${workflow}/executions/${await quarantinedLike(server, body.executionId)}/release`)
      .expect(403);
  });
});

describe('a replay of a test of the draft', () => {
  it('keeps the rules of the test, unless it names a version', async () => {
    const workflow = await deployState(server, callAndWork('return 1'));
    const { body } = await owner().post(`/api/v1/workflows/${workflow}/draft/runs`).send({ outside: 'none' }).expect(202);
    const { executionId } = body.data as { executionId: string };
    await eventually(() => owner().get(`/api/v1/logs/${executionId}`).expect(200));
    const answer = await replayOf(workflow, executionId, { mode: 'live' }).expect(500);
    expect(answer.body.error).toContain(`POST ${sink.url}`);
    const released = await release(workflow, await quarantinedLike(server, executionId)).expect(202);
    expect((await finishedJob(server, released.body.jobId)).error).toContain(`POST ${sink.url}`);
    expect(newCalls()).toEqual([]);
    await replayOf(workflow, executionId, { mode: 'live', version: 'draft' }).expect(200);
    expect(newCalls()).toHaveLength(1);
  });
});

describe('a release', () => {
  it('happens once, also when it is asked for twice at the same time, and again if its job ended before it began', async () => {
    const workflow = await deployState(server, callAndWork('return 1'));
    const quarantined = await quarantinedLike(server, await execute(workflow));
    const both = await Promise.all([release(workflow, quarantined), release(workflow, quarantined)]);
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([202, 409]));
    const released = both.find(({ status }) => status === 202)?.body as { jobId: string; executionId: string };
    await finishedJob(server, released.jobId);
    const { body } = await release(workflow, quarantined).expect(409);
    expect(body.error).toContain(released.executionId);
    expect(newCalls()).toHaveLength(2);
    await server.database.pool.query('delete from run_event where stream_id = $1', [released.executionId]);
    await release(workflow, quarantined).expect(202);
  });

  it('of a recorded replay calls nothing outside', async () => {
    const workflow = await twoCalls();
    const original = await execute(workflow, { n: 3 });
    const replay = await replayOf(workflow, original, { mode: 'recorded' }).expect(200);
    const before = calls().length;
    const { body } = await release(workflow, await quarantinedLike(server, replay.headers['x-execution-id'] as string)).expect(202);
    expect(await finishedJob(server, body.jobId)).toMatchObject({ status: 'completed' });
    expect(calls()).toHaveLength(before);
    const view = await owner().get(`/api/workflows/${workflow}/executions/${body.executionId}`).expect(200);
    expect(view.body).toMatchObject({ origin: { mode: 'recorded', continues: true } });
  });
});

describe('a live replay', () => {
  it('runs everything again, with the input of the original and with new calls', async () => {
    const workflow = await twoCalls();
    const original = await execute(workflow, { n: 21 });
    const { body, headers } = await replayOf(workflow, original, { mode: 'live' }).expect(200);
    expect(body).toMatchObject({ success: true, error: null, output: { data: { stored: true } }, limits: expect.anything() });
    expect(headers['x-execution-id']).toBe(body.executionId);
    expect(body.executionId).not.toBe(original);
    expect(newCalls()).toEqual(['{"n":21}', '{"doubled":42}', '{"n":21}', '{"doubled":42}']);
    expect([...sink.seen.keys()].length).toBe(calls().length);
  });

  it('from a block repeats that block and later ones, and shows the earlier ones as recorded', async () => {
    const workflow = await twoCalls();
    const original = await execute(workflow, { n: 4 });
    const { body } = await replayOf(workflow, original, { mode: 'live', from: 'work' }).expect(200);
    expect(newCalls().slice(2)).toEqual(['{"doubled":8}']);
    const spans = await spansOf(body.executionId);
    expect(told(spans)).toEqual(['start!', 'first!', 'work', 'second']);
    expect(spans.every(({ relativeStartMs }) => relativeStartMs >= 0)).toBe(true);
    expect(told(await spansOf(original))).toEqual(['start', 'first', 'work', 'second']);
  });

  it('repeats a run from the block at which it failed, once the outside is well again', async () => {
    const second = call('second', '{"second":1}', { url: `${sink.url}/moody` });
    const workflow = await deployState(server, inARow(call('first', '{}'), second));
    isMoodyWell = false;
    const failed = await execute(workflow, {}, 500);
    isMoodyWell = true;
    const { body } = await replayOf(workflow, failed, { mode: 'live', from: 'second' }).expect(200);
    expect(body.output).toMatchObject({ data: { stored: true } });
    expect(newCalls()).toEqual(['{}', '{"second":1}', '{"second":1}']);
    expect(await spansOf(body.executionId)).toMatchObject([
      { blockId: 'start', recorded: true },
      { blockId: 'first', recorded: true, status: 'success' },
      { blockId: 'second', status: 'success' },
    ]);
    expect(await spansOf(failed)).toMatchObject([{}, {}, { blockId: 'second', status: 'error' }]);
  });

  it('from a pass of a loop keeps the passes before it', async () => {
    const workflow = await deployState(server, loopOfCalls());
    const original = await execute(workflow);
    const { body } = await replayOf(workflow, original, { mode: 'live', from: 'box[1]/each' }).expect(200);
    expect(newCalls().slice(3)).toEqual(['{"pass":1}', '{"pass":2}']);
    expect(told(await spansOf(body.executionId))).toEqual(['start!', 'box', 'each!', 'after!', 'each', 'after', 'each', 'after']);
    expect(body.output.results).toHaveLength(3);
  });

  it('takes over as many facts as a run can have', async () => {
    const state = aState(
      [
        aBlock('start', 'start_trigger'),
        { ...aBlock('box', 'loop'), data: { loopType: 'forEach', collection: '<start.items>' } },
        ...inside('box', blockWith('keep', 'variables', { variables: [] }), blockWith('also', 'variables', { variables: [] })),
        call('end', '{"end":1}'),
      ],
      [anEdge('start', 'box'), anEdge('box.loop-start-source', 'keep'), anEdge('keep', 'also'), anEdge('box.loop-end-source', 'end')],
    );
    const passes = 1000;
    const workflow = await deployState(server, state);
    const original = await execute(workflow, { items: Array.from({ length: passes }, (_, index) => index) });
    const { body } = await replayOf(workflow, original, { mode: 'live', from: 'end' }).expect(200);
    const { rowCount } = await server.database.pool.query(`select 1 from run_event where stream_id = $1 and data ->> 'recorded' = 'true'`, [
      body.executionId,
    ]);
    expect(rowCount).toBe(2 * passes + 2);
    expect(newCalls()).toHaveLength(2);
  });

  it('from a block of a called workflow continues in the version that was called', async () => {
    const callee = await deployState(server, inARow(call('early', '{"at":"early"}'), call('late', '{"at":"late"}')));
    const workflow = await deployState(server, inARow(blockWith('sub', 'workflow', { workflowId: callee })));
    const original = await execute(workflow);
    await owner()
      .put(`/api/v1/workflows/${callee}/state`)
      .send({ state: inARow(functionBlock('other', 'return 1')) })
      .expect(200);
    await owner().post(`/api/v1/workflows/${callee}/deploy`).expect(200);
    const { body } = await replayOf(workflow, original, { mode: 'live', from: 'late' }).expect(200);
    expect(newCalls().slice(2)).toEqual(['{"at":"late"}']);
    expect(body.output.result).toMatchObject({ data: { stored: true } });
    expect(told(await spansOf(body.executionId))).toEqual(['start!', 'sub', 'start!', 'early!', 'late']);
  });

  it('runs the version of the original, whatever is deployed by now', async () => {
    const workflow = await deployState(server, inARow(functionBlock('say', 'return "then"')));
    const original = await execute(workflow);
    await owner()
      .put(`/api/v1/workflows/${workflow}/state`)
      .send({ state: inARow(functionBlock('say', 'return "now"')) })
      .expect(200);
    await owner().post(`/api/v1/workflows/${workflow}/deploy`).expect(200);
    const { body } = await replayOf(workflow, original, { mode: 'live' }).expect(200);
    expect(body.output.result).toBe('then');
  });

  it('hands on the values of secrets that the blocks before it had', async () => {
    const environment = `/api/v1/workspaces/${server.first.workspaceId}/environment`;
    await owner()
      .put(environment)
      .send({ variables: { REPLAY_TOKEN: 'old-and-secret' } })
      .expect(200);
    const workflow = await deployState(
      server,
      inARow(functionBlock('token', 'return { token: {{REPLAY_TOKEN}} }'), call('use', '{"token": "<token.result.token>"}')),
    );
    const original = await execute(workflow);
    await owner()
      .put(environment)
      .send({ variables: { REPLAY_TOKEN: 'new-and-secret' } })
      .expect(200);
    const { body } = await replayOf(workflow, original, { mode: 'live', from: 'use' }).expect(200);
    expect(newCalls()).toEqual(['{"token":"old-and-secret"}', '{"token":"old-and-secret"}']);
    const stored = await server.database.pool.query<{ data: string }>('select data::text as data from run_event where stream_id = $1', [
      body.executionId,
    ]);
    expect(stored.rows.map(({ data }) => data).join('\n')).not.toContain('-and-secret');
  });
});

describe('a recorded replay', () => {
  it('runs pure blocks again and touches nothing outside', async () => {
    const workflow = await twoCalls();
    const original = await execute(workflow, { n: 5 });
    const { body } = await replayOf(workflow, original, { mode: 'recorded' }).expect(200);
    expect(body.output).toMatchObject({ data: { stored: true }, status: 200 });
    expect(newCalls()).toEqual(['{"n":5}', '{"doubled":10}']);
    expect(told(await spansOf(body.executionId))).toEqual(['start', 'first!', 'work', 'second!']);
    const intents = await server.database.pool.query(
      `select 1 from run_event where stream_id = $1 and type = 'execution.effect-intended'`,
      [body.executionId],
    );
    expect(intents.rowCount).toBe(0);
  });

  it('tells a failure of the outside again, without another try', async () => {
    const workflow = await deployState(
      server,
      inARow({
        ...call('broken', '{}', { url: silent.url, timeout: '50' }),
        retry: { enabled: true, maxTries: 2, waitBetweenTriesMs: 1 },
      }),
    );
    const original = await execute(workflow, {}, 500);
    const connections = silent.waiting;
    const { body } = await replayOf(workflow, original, { mode: 'recorded' }).expect(500);
    const before = await owner().get(`/api/workflows/${workflow}/executions/${original}`).expect(200);
    expect(body.error).toBe(before.body.error);
    expect(silent.waiting).toBe(connections);
    expect(await spansOf(body.executionId)).toMatchObject([{}, { blockId: 'broken', recorded: true, tries: 2 }]);
  });

  it('goes through loops and called workflows, pass by pass', async () => {
    const callee = await deployState(server, loopOfCalls());
    const workflow = await deployState(server, inARow(blockWith('sub', 'workflow', { workflowId: callee }), call('end', '{"end":1}')));
    const original = await execute(workflow);
    await owner().delete(`/api/v1/workflows/${callee}/deploy`).expect(200);
    const { body } = await replayOf(workflow, original, { mode: 'recorded' }).expect(200);
    expect(newCalls()).toHaveLength(4);
    expect(told(await spansOf(body.executionId))).toEqual([
      ...['start', 'sub', 'start', 'box', 'each!', 'after', 'each!', 'after', 'each!', 'after', 'end!'],
    ]);
  });

  it('refuses a call that the original never made', async () => {
    const late = `fetch(${JSON.stringify(sink.url)}, { method: 'POST', body: 'late' })`;
    const code = `if (Date.now() > <start.after>) await ${late}; return 1`;
    const workflow = await deployState(server, inARow(functionBlock('maybe', code)));
    const after = Date.now() + 1000;
    const original = await execute(workflow, { after });
    await eventually(() => expect(Date.now()).toBeGreaterThan(after));
    const { body } = await replayOf(workflow, original, { mode: 'recorded' }).expect(500);
    expect(body.error).toContain('A recorded replay cannot use external systems or wait');
    expect(newCalls()).toEqual([]);
  });

  it('does not wait where the original did', async () => {
    const short = blockWith('nap', 'wait', { timeValue: '1', timeUnit: 'seconds' });
    const workflow = await deployState(server, inARow(short, call('end', '{}')));
    const original = await execute(workflow);
    const { body } = await replayOf(workflow, original, { mode: 'recorded' }).expect(200);
    expect(body.metadata.duration).toBeLessThan(1000);
    expect(newCalls()).toEqual(['{}']);
  });

  it('says of a wait that never ended that there is nothing to tell', async () => {
    const workflow = await deployState(server, inARow(blockWith('nap', 'wait', { timeValue: '3', async: true, timeUnitLong: 'days' })));
    const original = await execute(workflow);
    const refused = await replayOf(workflow, original, { mode: 'recorded' }).expect(409);
    expect(refused.body).toEqual({ error: 'Execution cannot be replayed while paused', code: 'CONFLICT' });
    await owner().post(`/api/workflows/${workflow}/executions/${original}/cancel`).expect(200);
    const { body } = await replayOf(workflow, original, { mode: 'recorded' }).expect(500);
    expect(body.error).toContain('The recorded run ended before this block did');
  });

  it('can be replayed again', async () => {
    const workflow = await twoCalls();
    const original = await execute(workflow, { n: 3 });
    const second = await replayOf(workflow, original, { mode: 'recorded', from: 'second' }).expect(200);
    const third = await replayOf(workflow, second.body.executionId, { mode: 'recorded' }).expect(200);
    expect(third.body.output).toEqual(second.body.output);
    expect(newCalls()).toHaveLength(2);
  });

  it('begins with the block that the request names', async () => {
    const workflow = await twoCalls();
    const original = await execute(workflow, { n: 6 });
    const { body } = await replayOf(workflow, original, { mode: 'recorded', from: 'work' }).expect(200);
    expect(told(await spansOf(body.executionId))).toEqual(['start!', 'first!', 'work', 'second!']);
    expect(newCalls()).toHaveLength(2);
  });
});

describe('every replay', () => {
  let workflow: string;
  let original: string;

  beforeAll(async () => {
    workflow = await twoCalls();
    original = await execute(workflow, { n: 1 });
  });

  it('tells where it comes from, in its log and when it is asked for', async () => {
    const { body } = await replayOf(workflow, original, { mode: 'recorded', from: 'second' }).expect(200);
    const origin = { executionId: original, mode: 'recorded', from: 'second' };
    const view = await owner().get(`/api/workflows/${workflow}/executions/${body.executionId}`).expect(200);
    expect(view.body).toMatchObject({ origin, trigger: 'api', status: 'completed' });
    const log = await owner().get(`/api/v1/logs/${body.executionId}`).expect(200);
    expect(log.body.data.executionData).toMatchObject({ origin, workflowInput: { n: 1 } });
    expect((await owner().get(`/api/workflows/${workflow}/executions/${original}`)).body).not.toHaveProperty('origin');
  });

  it('costs what a run costs on the plan of the account', async () => {
    await choosePlan(server, 'enterprise');
    const cost = async (): Promise<number> =>
      (await replayOf(workflow, original, { mode: 'recorded' }).expect(200)).body.limits.usage.currentPeriodCost as number;
    const before = await cost();
    await eventually(async () => expect(await cost()).toBeGreaterThan(before));
    const view = await owner().get('/api/v1/logs').query({ workspaceId: server.first.workspaceId, workflowIds: workflow }).expect(200);
    expect(view.body.data[0].cost).toEqual({ total: 0.005 });
    await choosePlan(server, 'selfhosted');
  });

  it.each(['recorded', 'live'])('of mode %s runs as a job when it is to be asynchronous', async (mode) => {
    const { body, headers } = await replayOf(workflow, original, { mode, from: 'second', async: true }).expect(202);
    expect(body).toMatchObject({ success: true, async: true, jobId: expect.any(String), executionId: headers['x-execution-id'] });
    expect(await finishedJob(server, body.jobId)).toMatchObject({ status: 'completed', output: { data: { stored: true } } });
    expect(newCalls()).toEqual(mode === 'live' ? ['{"doubled":2}'] : []);
    expect(told(await spansOf(body.executionId))).toEqual(['start!', 'first!', 'work!', mode === 'live' ? 'second' : 'second!']);
  });

  it('happens once for an Idempotency-Key', async () => {
    const once = (body: JsonObject) => replayOf(workflow, original, body).set('Idempotency-Key', 'again');
    const first = await once({ mode: 'live' }).expect(200);
    const second = await once({ mode: 'live' }).expect(200);
    expect(second.body.executionId).toBe(first.body.executionId);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(newCalls()).toHaveLength(2);
    await once({ mode: 'recorded' }).expect(422);
  });

  it.each([
    [{}, 'mode', 'mode is required'],
    [{ mode: 'dry' }, 'mode', 'mode must be one of the following values: recorded, live'],
    [{ mode: 'live', from: 7 }, 'from', 'from must be a string'],
    [{ mode: 'live', async: 'yes' }, 'async', 'async must be a boolean value'],
    [{ mode: 'live', stream: true }, 'stream', 'stream is not available for replays'],
    [{ mode: 'live', from: 'missing' }, 'from', 'from must name a block that ran in execution'],
  ])('refuses %j', async (body, field, message) => {
    const refused = await replayOf(workflow, original, body).expect(400);
    expect(refused.body.details).toEqual([{ path: [field], message: expect.stringContaining(message), code: expect.any(String) }]);
  });

  it('needs the right to write, and a run of that workflow that the caller can reach', async () => {
    const body = { mode: 'recorded' };
    await replayOf(workflow, original, body, await memberKey(server, 'read')).expect(403);
    await replayOf(workflow, original, body, await memberKey(server, 'write')).expect(200);
    const foreign = await replayOf(workflow, original, body, (await createUser(server)).key).expect(404);
    const absent = await replayOf(workflow, '01890000-0000-7000-8000-000000000000', body).expect(404);
    const elsewhere = await replayOf(await createWorkflow(server), original, body).expect(404);
    expect(foreign.text).toBe(absent.text);
    expect(elsewhere.text).toBe(absent.text);
    await server.as().post(`/api/workflows/${workflow}/executions/${original}/replay`).send(body).expect(401);
  });

  it('is refused while the original is active', async () => {
    const hanging = await deployState(server, inARow(call('call', '{}', { url: silent.url, timeout: '120000' })));
    const id = 'replayed-too-early';
    const answer = owner().post(`/api/workflows/${hanging}/execute`).set('X-Execution-Id', id).send({});
    const ended = answer.then(({ status }) => status);
    await eventually(() => replayOf(hanging, id, { mode: 'live' }).expect(409));
    await owner().post(`/api/workflows/${hanging}/executions/${id}/cancel`).expect(200);
    expect(await ended).toBe(499);
    const { body } = await replayOf(hanging, id, { mode: 'recorded' }).expect(500);
    expect(body.error).toContain('The recorded run ended before this block did');
  });

  it('is refused for a run that is not kept any more, whether its job is or not', async () => {
    const waited = await execute(workflow, { n: 1 });
    const { body } = await owner().post(`/api/workflows/${workflow}/execute`).send({ async: true, n: 1 }).expect(202);
    await finishedJob(server, body.jobId);
    for (const id of [waited, body.executionId as string]) {
      await server.database.pool.query('delete from run_event where stream_id = $1', [id]);
      const gone = await replayOf(workflow, id, { mode: 'recorded' }).expect(404);
      expect(gone.body).toEqual({ error: 'Execution not found', code: 'NOT_FOUND' });
    }
  });

  it('is refused for a workflow that is not deployed any more', async () => {
    const gone = await deployState(server, inARow(functionBlock('say', 'return 1')));
    const run = await execute(gone);
    await owner().delete(`/api/v1/workflows/${gone}/deploy`).expect(200);
    const refused = await replayOf(gone, run, { mode: 'live' }).expect(403);
    expect(refused.body.code).toBe('WORKFLOW_NOT_DEPLOYED');
  });

  it('is refused for a run that never began', async () => {
    // From here on no worker takes jobs.
    await server.database.worker.drain(1);
    const { body } = await owner().post(`/api/workflows/${workflow}/execute`).send({ async: true }).expect(202);
    const queued = await replayOf(workflow, body.executionId, { mode: 'live' }).expect(409);
    expect(queued.body.error).toBe('Execution cannot be replayed while queued');
    const original = await execute(workflow);
    const replay = await replayOf(workflow, original, { mode: 'live', async: true }).expect(202);
    const view = await owner().get(`/api/workflows/${workflow}/executions/${replay.body.executionId}`).expect(200);
    expect(view.body).toMatchObject({ status: 'queued', origin: { executionId: original, mode: 'live' } });
    await owner().post(`/api/workflows/${workflow}/executions/${body.executionId}/cancel`).expect(200);
    const cancelled = await replayOf(workflow, body.executionId, { mode: 'live' }).expect(409);
    expect(cancelled.body.error).toBe('Execution cannot be replayed: it never began');
  });
});
