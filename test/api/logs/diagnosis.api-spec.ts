import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 } from 'uuid';
import { createUser } from '../../support/issue-key.js';
import { askOnce, pausedRun } from '../../support/resume-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { deployedWorkflow } from '../../support/workflow-api.js';

let server: TestApp;
let workflowId: string;
const owner = () => server.as(server.first.apiKey);
const path = (id: string): string => `/api/v1/logs/executions/${id}/diagnosis`;

beforeAll(async () => {
  // One test stops the worker.
  server = await startTestApp({ inProcess: true });
  workflowId = await deployedWorkflow(server);
}, 60_000);
afterAll(() => server.close());

async function diagnosed(id: string): Promise<Record<string, unknown>> {
  return (await owner().get(path(id)).expect(200)).body.data as Record<string, unknown>;
}

async function queued(): Promise<string> {
  const start = owner().post(`/api/workflows/${workflowId}/execute`).set('X-Execution-Mode', 'async').send({});
  return (await start.expect(202)).body.executionId as string;
}

describe('GET /api/v1/logs/executions/{executionId}/diagnosis', () => {
  it('reports an ended run, also by the execution id of the caller, with limits', async () => {
    await owner().post(`/api/workflows/${workflowId}/execute`).set('X-Execution-Id', 'order-1').send({}).expect(200);
    const { body } = await owner().get(path('order-1')).expect(200);
    expect(body.data).toMatchObject({ executionId: 'order-1', workflowId, status: 'completed', finding: 'finished', owner: null });
    expect(body.limits).toBeDefined();
  });

  it('tells where the question of a paused run is answered, and the answer gets it going', async () => {
    const asking = await askOnce(server);
    const executionId = await pausedRun(server, asking);
    const { finding, remedies } = await diagnosed(executionId);
    expect(finding).toBe('waiting-for-person');
    const [answer] = remedies as { action: string; how: string }[];
    const [, url = ''] = /^curl -X POST '([^']+)'/.exec(answer?.how ?? '') ?? [];
    const address = new URL(url).pathname;
    await owner()
      .post(address)
      .send({ input: { approved: true } })
      .expect(200);
    expect(await diagnosed(executionId)).toMatchObject({ finding: 'finished' });
  });

  it('tells of a queued run that no process takes work, who has it when one does, and that it was lost', async () => {
    await server.database.worker.drain(1000);
    const executionId = await queued();
    const { pool } = server.database;
    await pool.query(`update work_item set due_at = now() - interval '1 minute'`);
    expect(await diagnosed(executionId)).toMatchObject({
      status: 'queued',
      finding: 'no-worker',
      lastEvent: null,
      awaits: [{ kind: 'worker' }],
    });
    const another = await queued();
    expect(await diagnosed(another)).toMatchObject({ status: 'queued', finding: 'backlog' });
    const alive = server.database.leases.owner;
    await pool.query(`update work_item set owner = $1, lease_until = now() + interval '1 minute', attempts = 1`, [alive]);
    expect(await diagnosed(executionId)).toMatchObject({ finding: 'running', owner: { id: alive, alive: true } });
    await pool.query(`update work_item set owner = 1, lease_until = now() - interval '1 second'`);
    expect(await diagnosed(executionId)).toMatchObject({ finding: 'owner-lost', owner: { id: 1, alive: false } });
  });

  it('shows what a view has set aside', async () => {
    const { body } = await owner().post(`/api/workflows/${workflowId}/execute`).send({}).expect(200);
    await server.database.pool.query(
      `insert into dead_letter (projection, projection_version, tx, pos, stream_id, version, type, error)
       values ('execution-log', 1, '1', 1, $1, 2, 'execution.completed', 'too large')`,
      [body.executionId],
    );
    expect(await diagnosed(body.executionId as string)).toMatchObject({
      deadLetters: [{ projection: 'execution-log', type: 'execution.completed', error: 'too large' }],
      remedies: [{ action: 'retry-projection' }],
    });
  });

  it('answers foreign and absent runs alike', async () => {
    const { body } = await owner().post(`/api/workflows/${workflowId}/execute`).send({}).expect(200);
    const stranger = server.as((await createUser(server)).key);
    const [foreign, absent] = [await stranger.get(path(body.executionId as string)), await owner().get(path(v7()))];
    expect([foreign.status, absent.status]).toEqual([404, 404]);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' });
  });
});
