import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { SystemIds } from '#host/system-ids.js';
import { appendTo, EventStore } from '#ledger/events/event-store.js';
import { verifyStream } from '#ledger/events/digest/verify-streams.js';
import { QueuedJobs } from '#modules/runs/start/queued-jobs.js';
import { JobQueued, JobStarted, jobStream } from '#modules/runs/jobs/job.events.js';
import type { ExecutionStart } from '#modules/runs/jobs/execution-start.js';
import { eventually } from '../../support/eventually.js';
import { blockWith, deployState, finishedJob, functionBlock, inARow } from '../../support/run-api.js';
import { startSilentServer, type SilentServer } from '../../support/silent-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { fieldBlock, triggered } from '../../support/triggers/trigger-documents.js';

let server: TestApp;
let outside: SilentServer;

beforeAll(async () => {
  server = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  outside = await startSilentServer();
});
afterAll(async () => {
  // Ends the run that waits for it.
  await outside.close();
  await server.close();
});

interface Stored {
  readonly type: string;
  readonly version: number;
  readonly tx: string;
}

async function started(block: JsonObject): Promise<{ jobId: string; executionId: string }> {
  const workflowId = await deployState(server, inARow(block));
  const { body } = await server.as(server.first.apiKey).post(`/api/workflows/${workflowId}/execute`).send({ async: true }).expect(202);
  return body as { jobId: string; executionId: string };
}

async function eventsOf(streamId: string): Promise<readonly Stored[]> {
  const { rows } = await server.database.pool.query<Stored>(
    'select type, version, tx::text as tx from run_event where stream_id = $1 order by version',
    [streamId],
  );
  return rows;
}

describe('the start of a job', () => {
  it('becomes durable in the same append as the first event of its run', async () => {
    const { jobId, executionId } = await started(functionBlock('add', 'return 1 + 1'));
    await finishedJob(server, jobId);
    const [job, run] = [await eventsOf(jobId), await eventsOf(executionId)];
    expect(job.map(({ type, version }) => [type, version])).toEqual([
      ['job.queued', 1],
      ['job.started', 2],
      ['job.completed', 3],
    ]);
    expect(job[1]?.tx).toBe(run[0]?.tx);
    expect(job[2]?.tx).toBe(run.at(-1)?.tx);
  });

  it('shows while the run waits for an external system', async () => {
    const { jobId } = await started(blockWith('call', 'api', { url: outside.url, method: 'POST', body: '{}', timeout: '60000' }));
    const job = await eventually(async () => {
      const { body } = await server.as(server.first.apiKey).get(`/api/jobs/${jobId}`).expect(200);
      expect(body).toMatchObject({ status: 'processing', metadata: { startedAt: expect.any(String) } });
      return eventsOf(jobId);
    });
    expect(job.map(({ type }) => type)).toEqual(['job.queued', 'job.started']);
  });

  it('stays its first one when another process takes the run over', async () => {
    const store = server.app.get(EventStore, { strict: false });
    const ids = new SystemIds();
    const jobId = ids.next();
    const { workspaceId, userId } = server.first;
    const queued = JobQueued({
      kind: 'execution',
      workspaceId,
      userId,
      subjectId: ids.next(),
      executionId: ids.next(),
      payload: {},
      queuedAt: '2031-03-04T05:06:07.000Z',
    });
    const starts = [1, 2].map((attempt) =>
      JobStarted({ owner: attempt, fence: attempt, attempt, startedAt: `2031-03-04T05:06:0${7 + attempt}.000Z` }),
    );
    await store.append({ streams: [appendTo(jobStream.at(jobId, workspaceId), { expected: 0, events: [queued, ...starts], meta: {} })] });
    const { rows } = await server.database.pool.query<{ started_at: Date }>('select started_at from job where id = $1', [jobId]);
    expect(rows[0]?.started_at.toISOString()).toBe('2031-03-04T05:06:08.000Z');
  });

  it('is covered by the running digests of the job', async () => {
    const { jobId } = await started(blockWith('set', 'variables', { variables: [] }));
    await finishedJob(server, jobId);
    expect(await verifyStream(server.database.pool, jobId)).toMatchObject({ status: 'intact' });
  });
});

/** Queues a run as a process does that has not looked whether it can begin. */
async function queueUnchecked(workflowId: string, more: Partial<ExecutionStart> = {}): Promise<{ jobId: string; executionId: string }> {
  const { userId, organizationId: accountId, workspaceId } = server.first;
  const start: ExecutionStart = {
    workflowId,
    workspaceId,
    deploymentVersion: 1,
    trigger: 'api',
    mode: 'async',
    input: {},
    userId,
    accountId,
    timeoutMs: 60_000,
    ...more,
  };
  const account = { plan: 'selfhosted', userId, organizationId: accountId };
  const { jobId, executionId, streams, writes } = await server.app
    .get(QueuedJobs, { strict: false })
    .of(start, { payer: { account }, meta: { actorId: userId }, source: {} });
  await server.app.get(EventStore, { strict: false }).append({ streams, writes });
  return { jobId, executionId };
}

describe('the job of a run that cannot begin', () => {
  const queueOf = async (jobId: string): Promise<readonly { attempts: number }[]> => {
    const { rows } = await server.database.pool.query<{ attempts: number }>('select attempts from work_item where id = $1', [jobId]);
    return rows;
  };

  it('fails at its first attempt when its version has no start', async () => {
    const workflowId = await deployState(server, triggered(fieldBlock('daily', 'schedule', { scheduleType: 'daily', dailyTime: '09:00' })));
    const { jobId } = await queueUnchecked(workflowId);
    expect(await finishedJob(server, jobId)).toMatchObject({ status: 'failed', error: expect.stringContaining('no enabled start block') });
    expect((await eventsOf(jobId)).map(({ type }) => type)).toEqual(['job.queued', 'job.started', 'job.failed']);
    expect(await queueOf(jobId)).toEqual([]);
  });

  it('fails after its last attempt when every attempt has met a fault', async () => {
    const workflowId = await deployState(server, inARow(functionBlock('add', 'return 1 + 1')));
    const { jobId, executionId } = await queueUnchecked(workflowId, { draft: { documentHash: 'another' } });
    await eventually(async () => expect(await queueOf(jobId)).toEqual([{ attempts: 1 }]));
    await server.database.pool.query(`update work_item set attempts = 20, lease_until = now() - interval '1 minute' where id = $1`, [
      jobId,
    ]);
    expect(await finishedJob(server, jobId)).toMatchObject({ status: 'failed', error: expect.stringContaining('none of the attempts') });
    expect(await queueOf(jobId)).toEqual([]);
    expect(await eventsOf(executionId)).toEqual([]);
  });
});
