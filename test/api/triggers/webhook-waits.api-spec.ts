import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { triggered, webhook } from '../../support/triggers/trigger-documents.js';
import { createWorkflow } from '../../support/workflow-api.js';

let server: TestApp;
let workflowId: string;
let url: string;

beforeAll(async () => {
  server = await startTestApp();
  workflowId = await createWorkflow(server, { state: triggered(webhook('hook', { verification: 'none', responseMode: 'run' })) });
  await owner().post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
  const { rows } = await server.database.pool.query<{ path: string }>('select path from trigger where workflow_id = $1', [workflowId]);
  url = `/api/webhooks/trigger/${rows[0]?.path}`;
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);

async function queuedRun(): Promise<string> {
  return eventually(async () => {
    const { rows } = await server.database.pool.query<{ execution_id: string }>(`select execution_id from job where status = 'queued'`);
    if (rows[0] === undefined) throw new Error('No run is in the queue');
    return rows[0].execution_id;
  });
}

describe('a webhook that waits for its run', () => {
  it('is answered with the address of the job, soon, when the run is cancelled before it starts', async () => {
    await server.database.worker.drain(0);
    const answer = server
      .as()
      .post(url)
      .send({ n: 1 })
      .then((given) => given);
    const executionId = await queuedRun();
    await owner().post(`/api/workflows/${workflowId}/executions/${executionId}/cancel`).expect(200);
    const { status, body } = await answer;
    expect([status, body]).toEqual([202, { success: true, executionId, statusUrl: expect.stringContaining('/api/jobs/') }]);
    const { pathname } = new URL(body.statusUrl as string);
    expect((await owner().get(pathname).expect(200)).body).toMatchObject({ status: 'cancelled' });
    // A run that has not ended is answered after 30 seconds.
  }, 20_000);
});
