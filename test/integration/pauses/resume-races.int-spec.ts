import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { executionStream } from '#engine/execution.events.js';
import { leaseMs } from '#ledger/work/work-queue.js';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../../support/eventually.js';
import { askBlock, askOnce, askTwice, pausedRun, resumePath } from '../../support/resume-api.js';
import { blockWith, deployState, finishedJob, functionBlock } from '../../support/run-api.js';
import { startSilentServer, type SilentServer } from '../../support/silent-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

let server: TestApp;
let beside: TestApp;
let outside: SilentServer;
let asking: string;

const env = { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' };
const endings = ['execution.completed', 'execution.failed', 'execution.cancelled'];

beforeAll(async () => {
  server = await startTestApp({ env });
  beside = await startTestApp({ env, beside: server });
  outside = await startSilentServer();
  asking = await askOnce(server);
});
afterAll(async () => {
  await beside.close();
  await server.close();
  await outside.close();
});

const post = (path: string, body: object, at: TestApp = server) => at.as(server.first.apiKey).post(path).send(body);
const answer = (workflowId: string, executionId: string, at: TestApp, contextId?: string) =>
  post(resumePath(workflowId, executionId, contextId), { approved: true }, at);
const cancel = (workflowId: string, executionId: string, at: TestApp = server) =>
  post(`/api/workflows/${workflowId}/executions/${executionId}/cancel`, {}, at);

async function accountOf(workflowId: string, executionId: string) {
  return (await server.as(server.first.apiKey).get(`/api/resume/${workflowId}/${executionId}`).expect(200)).body as {
    status: string;
    pausePoints: { resumeStatus: string }[];
    queue: { status: string; failureReason: string | null }[];
  };
}

async function eventsOf(executionId: string): Promise<readonly string[]> {
  return (await server.database.store.read(executionStream, executionId)).map(({ type }) => type);
}

/** What is forgotten would be gone with its lease. */
const nothingLeft = () =>
  eventually(async () => {
    const { rows } = await server.database.pool.query('select id from work_item union all select id from timer');
    expect(rows).toEqual([]);
  }, leaseMs / 2);

async function startAsync(workflowId: string): Promise<{ executionId: string; jobId: string }> {
  const { body } = await post(`/api/workflows/${workflowId}/execute`, { async: true }).expect(202);
  await eventually(() => accountOf(workflowId, body.executionId));
  return body as { executionId: string; jobId: string };
}

/** Once left is answered it calls the outside, which does not answer. */
const askAndCall = () => askTwice(server, [blockWith('call', 'api', { url: outside.url, method: 'POST', body: '{}', timeout: '60000' })]);

describe('an answer to one point', () => {
  it('counts once, in whichever process it arrives', async () => {
    for (let round = 0; round < 6; round += 1) {
      const executionId = await pausedRun(server, asking);
      const both = await Promise.all([answer(asking, executionId, server), answer(asking, executionId, beside)]);
      expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
      expect((await eventsOf(executionId)).filter((type) => type === 'execution.pause-ended')).toHaveLength(1);
      expect((await accountOf(asking, executionId)).queue).toMatchObject([{ status: 'completed' }]);
    }
    await nothingLeft();
  });
});

describe('two answers to one point at the same moment, in one process', () => {
  it('leave the run that continues with one of them its lease', async () => {
    const call = blockWith('call', 'api', { url: outside.url, method: 'POST', body: '{}', timeout: '60000' });
    const blocks = [aBlock('start', 'start_trigger'), askBlock('ask'), call];
    const workflowId = await deployState(server, aState(blocks, [anEdge('start', 'ask'), anEdge('ask', 'call')]));
    const runs = await Promise.all(Array.from({ length: 4 }, () => pausedRun(server, workflowId)));
    const answers = runs.flatMap((executionId) =>
      [1, 2, 3].map(() => answer(workflowId, executionId, server).then(({ status }) => status)),
    );
    await eventually(() => expect(outside.waiting).toBe(runs.length));
    const firstEnd = new Date(Date.now() + leaseMs);
    await eventually(async () => {
      const { rows } = await server.database.pool.query('select 1 from work_item where lease_until > $1', [firstEnd]);
      expect(rows).toHaveLength(runs.length);
    }, leaseMs / 2);
    await Promise.all(runs.map((executionId) => cancel(workflowId, executionId)));
    expect((await Promise.all(answers)).toSorted((one, other) => one - other)).toEqual([
      ...runs.map(() => 200),
      ...runs.flatMap(() => [409, 409]),
    ]);
    await nothingLeft();
  });
});

describe('an answer whose run another process continues', () => {
  it('returns the outcome of the run there', async () => {
    const nap = blockWith('nap', 'wait', { timeValue: '1', timeUnit: 'seconds' });
    const blocks = [aBlock('start', 'start_trigger'), askBlock('ask'), nap, functionBlock('after', 'return { said: <ask.approved> }')];
    const edges = [anEdge('start', 'ask'), anEdge('ask', 'nap'), anEdge('nap', 'after')];
    const workflowId = await deployState(server, aState(blocks, edges));
    const executionId = await pausedRun(server, workflowId);
    const answered = answer(workflowId, executionId, server).then(({ status, body }) => ({ status, body: body as unknown }));
    // Free for all, but not until its former owner has noticed.
    await eventually(async () => {
      const taken = await server.database.pool.query(
        `update work_item set owner = null, lease_until = null, fence = fence + 1, due_at = now() + interval '4 seconds'
         where id = $1 and owner is not null and exists (select 1 from run_event where stream_id = $1 and type = 'execution.resumed')`,
        [executionId],
      );
      expect(taken.rowCount).toBe(1);
    });
    expect(await answered).toMatchObject({ status: 200, body: { success: true, status: 'completed', output: { result: { said: true } } } });
    expect(await eventsOf(executionId)).toContain('execution.recovered');
    await nothingLeft();
  });
});

describe('answers to many points of a run at once, in two processes', () => {
  it('all get through, one after the other', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `ask${n}`);
    const blocks: JsonObject[] = [
      aBlock('start', 'start_trigger'),
      ...names.map((name) => askBlock(name)),
      functionBlock('join', 'return 1'),
    ];
    const edges = names.flatMap((name) => [anEdge('start', name), anEdge(name, 'join')]);
    const workflowId = await deployState(server, aState(blocks, edges));
    const executionId = await pausedRun(server, workflowId);
    const all = await Promise.all(names.map((name, n) => answer(workflowId, executionId, n % 2 === 0 ? server : beside, name)));
    expect(all.map(({ status }) => status)).toEqual(names.map(() => 200));
    await eventually(async () => expect((await eventsOf(executionId)).at(-1)).toBe('execution.completed'));
    const account = await accountOf(workflowId, executionId);
    expect(account.status).toBe('fully_resumed');
    expect(account.queue.map(({ status }) => status)).toEqual(names.map(() => 'completed'));
    await nothingLeft();
  });
});

describe('cancelling a run', () => {
  it('while it is answered leaves one end, and an account that agrees with it', async () => {
    const runs = await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const executionId = await pausedRun(server, asking);
        const answering = answer(asking, executionId, n % 2 === 0 ? server : beside).then(({ status }) => status);
        await new Promise((resolve) => setTimeout(resolve, (n % 8) * 3));
        const [answered, cancelled] = await Promise.all([answering, cancel(asking, executionId).then(({ status }) => status)]);
        return { executionId, answered, cancelled };
      }),
    );
    for (const { executionId, answered, cancelled } of runs) {
      const events = await eventsOf(executionId);
      const ends = events.filter((type) => endings.includes(type));
      expect(ends).toHaveLength(1);
      const { status, queue, pausePoints } = await accountOf(asking, executionId);
      expect([...pausePoints.map((point) => point.resumeStatus), ...queue.map((entry) => entry.status)].join()).not.toMatch(
        /paused|queued|resuming|pending|claimed/,
      );
      expect(status).toBe(ends[0] === 'execution.cancelled' ? 'cancelled' : 'fully_resumed');
      expect([200, 409]).toContain(answered);
      expect([answered, cancelled]).toEqual(ends[0] === 'execution.cancelled' ? [answered, 200] : [200, 409]);
    }
    await nothingLeft();
  });

  it('that continues with an answer ends it, and the answers queued after it', async () => {
    const workflowId = await askAndCall();
    const { executionId, jobId } = await startAsync(workflowId);
    const first = await answer(workflowId, executionId, server, 'left').expect(202);
    await eventually(() => expect(outside.waiting).toBe(1));
    const second = await answer(workflowId, executionId, beside, 'right').expect(200);
    await cancel(workflowId, executionId).expect(200);
    expect(await accountOf(workflowId, executionId)).toMatchObject({
      status: 'cancelled',
      queue: [{ status: 'failed' }, { status: 'failed', failureReason: 'The run was cancelled' }],
    });
    for (const job of [jobId, first.body.jobId, second.body.jobId]) await finishedJob(server, String(job), ['cancelled']);
    await eventually(() => expect(outside.waiting).toBe(0));
    await nothingLeft();
  });
});

describe('a run that takes its process down each time it is resumed', () => {
  it('is quarantined, and the answer with it', async () => {
    const workflowId = await askTwice(server);
    const { executionId, jobId } = await startAsync(workflowId);
    await Promise.all([server.database.worker.drain(1), beside.database.worker.drain(1)]);
    const first = await answer(workflowId, executionId, server, 'left').expect(202);
    const second = await answer(workflowId, executionId, server, 'right').expect(200);
    await server.database.pool.query('update work_item set attempts = 40 where id = $1', [executionId]);
    const third = await startTestApp({ env, beside: server });
    try {
      expect(await finishedJob(third, jobId, ['failed'])).toMatchObject({ error: expect.stringContaining('quarantined after') });
    } finally {
      await third.close();
    }
    expect(await accountOf(workflowId, executionId)).toMatchObject({
      status: 'fully_resumed',
      pausePoints: [{ resumeStatus: 'failed' }, { resumeStatus: 'failed' }],
      queue: [{ status: 'failed', failureReason: expect.stringContaining('quarantined after') }, { status: 'failed' }],
    });
    expect(await finishedJob(server, first.body.jobId, ['failed'])).toMatchObject({ error: expect.stringContaining('quarantined after') });
    expect(await finishedJob(server, second.body.jobId, ['failed'])).toMatchObject({
      error: 'The run ended before it was the turn of the answer',
      metadata: { startedAt: expect.any(String) },
    });
    await nothingLeft();
  });
});
