import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { blockWith, deployState, finishedJob, functionBlock, inARow } from '../../support/run-api.js';
import { startSilentServer, type SilentServer } from '../../support/silent-server.js';
import { statementsDuring } from '../../support/statements-during.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let outside: SilentServer;

beforeAll(async () => {
  server = await startTestApp({ inProcess: true, env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  outside = await startSilentServer();
});
afterAll(async () => {
  // Ends the run that waits for it.
  await outside.close();
  await server.close();
});

const owner = () => server.as(server.first.apiKey);

/** How many pages of events were verified for a status. */
const verified = (path: string): Promise<number> =>
  statementsDuring(
    server.database.pool,
    () => owner().get(path).expect(200),
    (name) => name === 'stream_to_verify',
  );

describe('the status of a run', () => {
  it('verifies no events while the run is active', async () => {
    const workflowId = await deployState(
      server,
      inARow(blockWith('call', 'api', { url: outside.url, method: 'POST', body: '{}', timeout: '60000' })),
    );
    const { body } = await owner().post(`/api/workflows/${workflowId}/execute`).send({ async: true }).expect(202);
    const path = `/api/workflows/${workflowId}/executions/${body.executionId}`;
    await eventually(async () => expect((await owner().get(path).expect(200)).body.integrity).toMatchObject({ status: 'pending' }));
    expect(await verified(path)).toBe(0);
  });

  it('verifies them once the run has ended, where the response contains the finding', async () => {
    const workflowId = await deployState(server, inARow(functionBlock('add', 'return 1 + 1')));
    const { body } = await owner().post(`/api/workflows/${workflowId}/execute`).send({ async: true }).expect(202);
    await finishedJob(server, body.jobId);
    expect(await verified(`/api/workflows/${workflowId}/executions/${body.executionId}`)).toBe(1);
    expect(await verified(`/api/v2/workflows/${workflowId}/runs/${body.executionId}`)).toBe(0);
  });
});
