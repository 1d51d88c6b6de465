import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ActiveRuns } from '#modules/runs/index.js';
import { builtInPlans } from '#kernel/plan/plan.js';
import { eventually } from '../../support/eventually.js';
import { choosePlan } from '../../support/plans.js';
import { askBlock, askOnce, pausedRun, resumePath } from '../../support/resume-api.js';
import { blockWith, deployState, finishedJob, functionBlock, inARow } from '../../support/run-api.js';
import { startSilentServer, type SilentServer } from '../../support/silent-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let beside: TestApp;
let outside: SilentServer;
const file = join(tmpdir(), `sluice-plans-${randomUUID()}.json`);
const patienceMs = 10_000;
const whole = 'The run was cancelled because its workflow was deleted';

beforeAll(async () => {
  const { name: _, ...plan } = builtInPlans.find(({ name }) => name === 'selfhosted') ?? { name: '' };
  await writeFile(file, JSON.stringify({ plans: { selfhosted: plan, narrow: { ...plan, concurrentRuns: 1 } } }));
  const env = { SLUICE_OUTBOUND_ALLOW: '127.0.0.1', SLUICE_PLANS_FILE: file };
  server = await startTestApp({ inProcess: true, env });
  beside = await startTestApp({ env, beside: server });
  outside = await startSilentServer();
}, 60_000);
afterEach(async () => {
  jest.restoreAllMocks();
  outside.answerAll();
  await choosePlan(server, 'selfhosted');
});
afterAll(async () => {
  await outside.close();
  await beside.close();
  await server.close();
  await rm(file);
});

interface Started {
  readonly jobId: string;
  readonly executionId: string;
}

const owner = (at: TestApp = server) => at.as(server.first.apiKey);
const call = (name = 'call') => blockWith(name, 'api', { url: outside.url, method: 'POST', body: '{}', timeout: '120000' });
const nap = () => blockWith('nap', 'wait', { timeValue: '30', async: true, timeUnitLong: 'days' });
const remove = (id: string) => owner().delete(`/api/v1/workflows/${id}`).expect(200);
const execute = (id: string, body: object = {}, at: TestApp = server) => owner(at).post(`/api/workflows/${id}/execute`).send(body);
const startJob = async (id: string): Promise<Started> => (await execute(id, { async: true }).expect(202)).body as Started;
const shown = async (id: string, run: string) => (await owner().get(`/api/workflows/${id}/executions/${run}`).expect(200)).body as object;

const isCancelled = (id: string, run: string) =>
  eventually(async () => expect(await shown(id, run)).toMatchObject({ status: 'cancelled', error: whole }), patienceMs);

const noWorkLeft = () =>
  eventually(async () => {
    for (const table of ['work_item', 'timer']) {
      expect(
        (await server.database.pool.query(`select 1 from ${table} where workspace_id = $1`, [server.first.workspaceId])).rowCount,
      ).toBe(0);
    }
  });

async function openQuestions(): Promise<string[]> {
  const { body } = await owner().get('/api/v1/pauses').query({ workspaceId: server.first.workspaceId }).expect(200);
  return body.data.map(({ executionId }: Started) => executionId) as string[];
}

async function ends(run: string): Promise<object[]> {
  const { rows } = await server.database.pool.query<object>(
    `select type, data->>'reason' as reason from run_event where stream_id = $1 and type in ('execution.completed', 'execution.failed', 'execution.cancelled')`,
    [run],
  );
  return rows;
}

describe('a workflow that is deleted', () => {
  it('ends its queued jobs as cancelled, and none of their runs begins', async () => {
    await choosePlan(server, 'narrow');
    const [other, id] = [await deployState(server, inARow(call())), await deployState(server, inARow(call()))];
    const first = await startJob(other);
    await eventually(() => expect(outside.waiting).toBe(1));
    const jobs: Started[] = [];
    for (let n = 0; n < 12; n += 1) jobs.push(await startJob(id));
    await remove(id);
    for (const { jobId, executionId } of jobs) {
      const job = await finishedJob(server, jobId, ['cancelled']);
      expect(job).toMatchObject({ metadata: { startedAt: null, completedAt: expect.any(String) } });
      expect(job).not.toHaveProperty('error');
      expect(await shown(id, executionId)).toMatchObject({ status: 'cancelled', startedAt: null, error: whole });
    }
    expect(outside.waiting).toBe(1);
    expect(await shown(other, first.executionId)).toMatchObject({ status: 'running' });
    outside.answerAll();
    await finishedJob(server, first.jobId, ['completed']);
    await noWorkLeft();
  });

  it.each(['this process', 'another process'])('ends a run that is active in %s', async (where) => {
    const id = await deployState(server, inARow(functionBlock('before', 'return 1'), call()));
    const answer = execute(id, {}, where === 'this process' ? server : beside).then((given) => given);
    await eventually(() => expect(outside.waiting).toBe(1));
    await remove(id);
    const { status, body } = await answer;
    expect(status).toBe(499);
    expect(body).toMatchObject({ code: 'EXECUTION_CANCELLED', error: whole, output: { result: 1 } });
    await eventually(() => expect(outside.waiting).toBe(0));
    await isCancelled(id, body.executionId as string);
    expect(await ends(body.executionId as string)).toEqual([{ type: 'execution.cancelled', reason: 'workflow-deleted' }]);
    const { body: logs } = await owner()
      .get('/api/v1/logs')
      .query({ workspaceId: server.first.workspaceId, executionId: body.executionId })
      .expect(200);
    expect(logs.data).toMatchObject([{ executionId: body.executionId }]);
    const { body: log } = await owner().get(`/api/v1/logs/${logs.data[0].id}`).expect(200);
    expect(log.data).toMatchObject({ executionData: { status: 'cancelled', error: whole }, workflow: { id, deleted: true } });
    await noWorkLeft();
  });

  it('ends a run of a process that does not hear of the deletion', async () => {
    const active = beside.app.get(ActiveRuns, { strict: false });
    jest.spyOn(active, 'cancelOfWorkflow').mockImplementation(() => undefined);
    jest.spyOn(active, 'cancelHere').mockImplementation(() => false);
    const id = await deployState(server, inARow(call()));
    const answer = execute(id, {}, beside).then((given) => given);
    await eventually(() => expect(outside.waiting).toBe(1));
    await remove(id);
    const { status, body } = await answer;
    expect(status).toBe(499);
    expect(body).toMatchObject({ error: whole });
    await eventually(() => expect(outside.waiting).toBe(0));
    expect(await ends(body.executionId as string)).toEqual([{ type: 'execution.cancelled', reason: 'workflow-deleted' }]);
    await noWorkLeft();
  });

  it('ends the active run of a job, whose status says so', async () => {
    const id = await deployState(server, inARow(call()));
    const { jobId, executionId } = await startJob(id);
    await eventually(() => expect(outside.waiting).toBe(1));
    await remove(id);
    await finishedJob(server, jobId, ['cancelled']);
    await isCancelled(id, executionId);
    await noWorkLeft();
  });

  it('ends a run that waits for an answer: its question is gone, and answers are refused', async () => {
    const id = await askOnce(server);
    const run = await pausedRun(server, id);
    expect(await openQuestions()).toEqual([run]);
    await remove(id);
    await isCancelled(id, run);
    expect(await openQuestions()).toEqual([]);
    const { body } = await owner().post(resumePath(id, run)).send({ approved: true }).expect(409);
    expect(body).toMatchObject({ error: 'The run was cancelled, so it cannot be resumed' });
    expect(await ends(run)).toEqual([{ type: 'execution.cancelled', reason: 'workflow-deleted' }]);
  });

  it('ends the run of a job that waits for an answer, and the job', async () => {
    const id = await askOnce(server);
    const { jobId, executionId } = await startJob(id);
    await eventually(async () => expect(await openQuestions()).toEqual([executionId]));
    await remove(id);
    await finishedJob(server, jobId, ['cancelled']);
    await isCancelled(id, executionId);
  });

  it('ends a run that waits for a moment in weeks', async () => {
    const id = await deployState(server, inARow(nap(), call()));
    const run = await pausedRun(server, id);
    await remove(id);
    await isCancelled(id, run);
    await noWorkLeft();
    expect(outside.waiting).toBe(0);
  });

  it('starts no run any more that was accepted before', async () => {
    const id = await deployState(server, inARow(call()));
    const started = Array.from({ length: 20 }, () => execute(id, { async: true }, beside).then(({ body }) => body as Started));
    await remove(id);
    const jobs = (await Promise.all(started)).filter(({ jobId }) => jobId !== undefined);
    for (const { jobId } of jobs) await finishedJob(server, jobId, ['cancelled']);
    await eventually(() => expect(outside.waiting).toBe(0));
    await noWorkLeft();
  });

  it('has runs that neither start nor continue before they are ended', async () => {
    await choosePlan(server, 'narrow');
    const id = await deployState(server, inARow(askBlock('ask'), call()));
    const [paused, resumed] = [await pausedRun(server, id), await startJob(id)];
    await eventually(async () => expect((await openQuestions()).toSorted()).toEqual([paused, resumed.executionId].toSorted()));
    const other = await deployState(server, inARow(call()));
    const first = await startJob(other);
    await eventually(() => expect(outside.waiting).toBe(1));
    const queued = await startJob(id);
    // The deletion without the work that ends the runs.
    await server.database.pool.query('update workflow set deleted = true where id = $1', [id]);
    await eventually(async () => void (await execute(id).expect(404)));
    await eventually(async () => void (await execute(id, {}, beside).expect(404)));

    const { body } = await owner().post(resumePath(id, paused)).send({ approved: true }).expect(200);
    expect(body).toMatchObject({ status: 'cancelled', error: whole });
    await owner().post(resumePath(id, resumed.executionId)).send({ approved: true }).expect(202);
    outside.answerAll();
    await finishedJob(server, first.jobId, ['completed']);
    for (const { jobId, executionId } of [resumed, queued]) {
      await finishedJob(server, jobId, ['cancelled']);
      await isCancelled(id, executionId);
    }
    expect(outside.waiting).toBe(0);
  });

  it('does not touch runs that only call it', async () => {
    const child = await deployState(server, inARow(call('inner'), functionBlock('after', 'return "went on"')));
    const id = await deployState(server, inARow(blockWith('child', 'workflow', { workflowId: child })));
    const answer = execute(id).then((given) => given);
    await eventually(() => expect(outside.waiting).toBe(1));
    await remove(child);
    // So long that what ends runs of the workflow has come by twice.
    await noDeletionLeft();
    outside.answerAll();
    const { status, body } = await answer;
    expect(status).toBe(200);
    expect(JSON.stringify(body.output)).toContain('went on');
  });

  it('is in the audit log once, with the person who has deleted it, and each run that ended while it was paused', async () => {
    const id = await deployState(server, inARow(askBlock('ask')));
    const run = await pausedRun(server, id);
    await remove(id);
    await isCancelled(id, run);
    const by = server.first.userId;
    await eventually(async () => {
      const { rows } = await server.database.pool.query<object>(
        `select action, actor_id as by from audit_entry where resource_id = any($1) and action in ('workflow.deleted', 'workflow.cancel', 'workflow.executed')`,
        [[id, run]],
      );
      expect(rows).toHaveLength(2);
      expect(rows).toEqual(
        expect.arrayContaining([
          { action: 'workflow.deleted', by },
          { action: 'workflow.executed', by },
        ]),
      );
    });
  });
});

async function noDeletionLeft(): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await server.database.pool.query(
      `select 1 from work_item where kind = 'end-runs' union all select 1 from timer where kind = 'end-runs'`,
    );
    expect(rowCount).toBe(0);
  });
}
