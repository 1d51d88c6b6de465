import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { verifyStream } from '#ledger/events/digest/verify-streams.js';
import { eventually } from '../../support/eventually.js';
import { blockWith, deployState, finishedJob, functionBlock, inARow } from '../../support/run-api.js';
import { startSilentServer, type SilentServer } from '../../support/silent-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

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

  it('is covered by the running digests of the job', async () => {
    const { jobId } = await started(blockWith('set', 'variables', { variables: [] }));
    await finishedJob(server, jobId);
    expect(await verifyStream(server.database.pool, jobId)).toMatchObject({ status: 'intact' });
  });
});
