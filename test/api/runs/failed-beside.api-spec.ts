import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { blockWith, deployState, finishedJob, functionBlock } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);

it('a run whose block has failed names that block when the time limit stops its other branches', async () => {
  const blocks = [
    aBlock('start', 'start_trigger'),
    functionBlock('broken', 'throw new Error("no luck")'),
    blockWith('nap', 'wait', { timeValue: '20' }),
  ];
  const workflowId = await deployState(server, aState(blocks, [anEdge('start', 'broken'), anEdge('start', 'nap')]));
  const { body } = await owner()
    .post(`/api/workflows/${workflowId}/execute`)
    .set('X-Execution-Timeout-Seconds', '4')
    .send({ async: true })
    .expect(202);
  const error = expect.stringMatching(/^broken: .*no luck.*\. The time limit of 4 seconds then stopped the other branches$/s);
  expect(await finishedJob(server, body.jobId, ['failed'])).toMatchObject({ status: 'failed', error });
  const status = await owner().get(`/api/workflows/${workflowId}/executions/${body.executionId}`).expect(200);
  expect(status.body).toMatchObject({ status: 'failed', error });
  const { text } = await owner().get(`/api/v1/logs/executions/${body.executionId}/diagnosis`).expect(200);
  expect(text).toContain('no luck');
});
