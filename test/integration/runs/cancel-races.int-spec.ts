import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventMeta } from '#kernel/event.js';
import type { JsonObject } from '#kernel/json.js';
import { ExecutionStarted, executionStream, type ExecutionEvent } from '#engine/execution.events.js';
import { foldExecution } from '#engine/execution.state.js';
import { StopRun } from '#modules/runs/stop/stop-run.js';
import { workKinds } from '#modules/runs/jobs/work-kinds.js';
import { SystemIds } from '#host/system-ids.js';
import { eventually } from '../../support/eventually.js';
import { blockWith, deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startSilentServer, type SilentServer } from '../../support/silent-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let beside: TestApp;
let outside: SilentServer;
let quick: string;
let calling: string;

const ids = new SystemIds();
const env = { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' };
const meta: EventMeta = {};
/** A process that is gone, or was never there. */
const nobody = 4711;

beforeAll(async () => {
  server = await startTestApp({ env });
  beside = await startTestApp({ env, beside: server });
  outside = await startSilentServer();
  quick = await deployState(server, inARow(functionBlock('quick', 'return 1')));
  calling = await deployState(server, inARow(blockWith('call', 'api', { url: outside.url, method: 'POST', body: '{}', timeout: '60000' })));
});
afterAll(async () => {
  await beside.close();
  await server.close();
  await outside.close();
});

const cancel = (executionId: string, at: TestApp = server) =>
  at.app.get(StopRun).cancel({ executionId, workspaceId: server.first.workspaceId, workflowId: quick }, meta);

async function historyOf(executionId: string): Promise<readonly ExecutionEvent[]> {
  return server.database.store.read(executionStream, executionId);
}

function endings(history: readonly ExecutionEvent[]): readonly string[] {
  return history.map(({ type }) => type).filter((type) => /^execution\.(completed|failed|cancelled)$/.test(type));
}

/** A run that a process which is gone by now had begun. */
async function orphan(workflowId: string, deadlineInMs = 60_000): Promise<string> {
  const executionId = ids.next();
  const { workspaceId } = server.first;
  const now = Date.now();
  const started = ExecutionStarted({
    workflowId,
    workspaceId,
    deploymentVersion: 1,
    trigger: 'api',
    mode: 'sync',
    input: {},
    userId: ids.next(),
    accountId: ids.next(),
    baseChargeUsd: 0.005,
    startBlockId: 'start',
    startedAt: new Date(now - 60_000).toISOString(),
    deadlineAt: new Date(now + deadlineInMs).toISOString(),
  });
  const work = { id: executionId, kind: workKinds.run, workspaceId, streamId: executionId };
  await server.database.store.append({
    streams: [{ streamId: executionId, lifetime: 'run', workspaceId, expected: 0, events: [started], meta }],
    writes: [server.database.queue.addHeld(work, nobody, new Date(now)).write],
  });
  return executionId;
}

async function startAsync(workflowId: string): Promise<{ executionId: string; jobId: string }> {
  const { body } = await server.as(server.first.apiKey).post(`/api/workflows/${workflowId}/execute`).send({ async: true }).expect(202);
  return body as { executionId: string; jobId: string };
}

async function jobStatus(jobId: string): Promise<string> {
  const { rows } = await server.database.pool.query<{ status: string }>('select status from job where id = $1', [jobId]);
  return rows[0]?.status ?? 'none';
}

const noWorkLeft = () => eventually(async () => expect((await server.database.pool.query('select 1 from work_item')).rowCount).toBe(0));

describe('cancelling a run', () => {
  it('while it ends by itself leaves one end, and run, job and answer agree on it', async () => {
    const runs = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const run = await startAsync(quick);
        await new Promise((resolve) => setTimeout(resolve, (n % 12) * 12));
        const { status } = await cancel(run.executionId, n % 2 === 0 ? server : beside);
        return { ...run, status };
      }),
    );
    await noWorkLeft();
    for (const { executionId, jobId, status } of runs) {
      const history = await historyOf(executionId);
      expect(await jobStatus(jobId)).toBe(status);
      // A run that never began has no events.
      expect(endings(history)).toHaveLength(history.length === 0 ? 0 : 1);
      expect(foldExecution(history)?.status ?? 'cancelled').toBe(status);
    }
    const known = new Set(runs.map(({ status }) => status));
    expect([...known].every((status) => status === 'completed' || status === 'cancelled')).toBe(true);
  });

  it('by many at once, in two processes, leaves one end', async () => {
    const { executionId, jobId } = await startAsync(calling);
    await eventually(() => expect(outside.waiting).toBe(1));
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => cancel(executionId, n % 2 === 0 ? server : beside)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['cancelled']));
    expect(endings(await historyOf(executionId))).toEqual(['execution.cancelled']);
    expect(await jobStatus(jobId)).toBe('cancelled');
    await noWorkLeft();
  });

  it('while others take it over from a process that is gone leaves one end', async () => {
    const runs = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const executionId = await orphan(quick);
        await new Promise((resolve) => setTimeout(resolve, (n % 10) * 30));
        return { executionId, ...(await cancel(executionId, n % 2 === 0 ? server : beside)) };
      }),
    );
    await noWorkLeft();
    for (const { executionId, status } of runs) {
      const history = await historyOf(executionId);
      expect(endings(history)).toHaveLength(1);
      expect(foldExecution(history)?.status).toBe(status);
    }
  });

  it('whose process does not hear of it ends it all the same, and that process stops', async () => {
    beside.database.signals.stop();
    const answer = beside
      .as(server.first.apiKey)
      .post(`/api/workflows/${calling}/execute`)
      .set('X-Execution-Id', 'deaf')
      .send({})
      .then((given) => given);
    const executionId = await eventually(async () => {
      const { rows } = await server.database.pool.query<{ execution_id: string }>(
        `select execution_id from caller_execution where name = 'deaf'`,
      );
      expect(rows).toHaveLength(1);
      return rows[0]?.execution_id ?? '';
    });
    expect(await cancel(executionId)).toMatchObject({ status: 'cancelled', wasHere: false });
    expect(endings(await historyOf(executionId))).toEqual(['execution.cancelled']);
    await eventually(() => expect(outside.waiting).toBe(0));
    const { status, body } = await answer;
    expect(status).toBe(499);
    expect(body).toMatchObject({ executionId: 'deaf', code: 'EXECUTION_CANCELLED' });
    expect(endings(await historyOf(executionId))).toEqual(['execution.cancelled']);
    await noWorkLeft();
  });
});

describe('a run past its deadline', () => {
  it('is ended as timed out by the process that takes it over', async () => {
    const executionId = await orphan(calling, -1000);
    const state = await eventually(async () => {
      const known = foldExecution(await historyOf(executionId));
      expect(known?.status).toBe('failed');
      return known;
    });
    expect(state).toMatchObject({ reason: 'timeout', error: expect.stringContaining('timed out') });
    expect(outside.waiting).toBe(0);
    const { body } = await server.as(server.first.apiKey).get(`/api/workflows/${calling}/executions/${executionId}`).expect(200);
    expect(body as JsonObject).toMatchObject({ status: 'failed', level: 'error' });
    await noWorkLeft();
  });
});

describe('an orphaned run that no process takes over', () => {
  it('is ended at once', async () => {
    await Promise.all([server.database.worker.drain(1), beside.database.worker.drain(1)]);
    const executionId = await orphan(quick);
    expect(await cancel(executionId)).toMatchObject({ status: 'cancelled', wasHere: false, wasQueued: false });
    expect(endings(await historyOf(executionId))).toEqual(['execution.cancelled']);
    await noWorkLeft();
  });
});
