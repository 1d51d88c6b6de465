import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startEffectSink, type EffectSink } from '../../support/effect-sink.js';
import { eventually } from '../../support/eventually.js';
import { createUser } from '../../support/issue-key.js';
import { blockWith, deployState, inARow } from '../../support/run-api.js';
import { startSilentServer, type SilentServer } from '../../support/silent-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { memberKey } from '../../support/workflow-api.js';

let server: TestApp;
let sink: EffectSink;
let outside: SilentServer;
let calling: string;

beforeAll(async () => {
  server = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  sink = await startEffectSink();
  outside = await startSilentServer();
  calling = await deployState(server, inARow(blockWith('call', 'api', { url: `${sink.url}/orders?token=x`, method: 'POST', body: '{}' })));
});
afterAll(async () => {
  await server.close();
  await sink.close();
  await outside.close();
});

const owner = () => server.as(server.first.apiKey);
/** Where all spec files share a server, a transaction that another one holds open holds up these views as well. */
const caughtUp = async (): Promise<void> => expect(await server.database.projections.upToDate('execution-log', 30_000)).toBe(true);
const path = (executionId: string): string => `/api/v1/logs/executions/${executionId}/effects`;

describe('GET /api/v1/logs/executions/{executionId}/effects', () => {
  it('lists calls with the idempotency key that the external system received', async () => {
    const { body: run } = await owner().post(`/api/workflows/${calling}/execute`).send({}).expect(200);
    await caughtUp();
    const { body } = await owner().get(path(run.executionId)).expect(200);
    expect(body).toEqual({
      data: [
        {
          effectKey: [...sink.seen.keys()].at(-1),
          kind: 'http',
          target: `POST ${sink.url}/orders`,
          blockId: 'call',
          blockName: 'call',
          node: 'call',
          intendedAt: expect.stringMatching(/Z$/),
          outcome: 'succeeded',
          settledAt: expect.stringMatching(/Z$/),
        },
      ],
      nextCursor: null,
      limits: expect.anything(),
    });
  });

  it('shows the error of a failed call', async () => {
    const refused = await deployState(server, inARow(blockWith('call', 'api', { url: 'http://10.0.0.1/', method: 'POST', body: '{}' })));
    const { body: run } = await owner().post(`/api/workflows/${refused}/execute`).send({}).expect(500);
    await caughtUp();
    const { body } = await owner().get(path(run.executionId)).expect(200);
    expect(body.data).toMatchObject([{ outcome: 'failed', error: expect.any(String) }]);
  });

  it('reports a call without a recorded answer as unknown', async () => {
    const silent = await deployState(server, inARow(blockWith('call', 'api', { url: outside.url, method: 'POST', body: '{}' })));
    const { body: run } = await owner().post(`/api/workflows/${silent}/execute`).send({ async: true }).expect(202);
    await eventually(() => expect(outside.waiting).toBe(1));
    await owner().post(`/api/workflows/${silent}/executions/${run.executionId}/cancel`).expect(200);
    await caughtUp();
    const { body } = await owner().get(path(run.executionId)).expect(200);
    expect(body.data).toMatchObject([{ outcome: 'unknown', settledAt: null }]);
  });

  it('is open to callers who may read the log, and to no others', async () => {
    const { body: run } = await owner().post(`/api/workflows/${calling}/execute`).set('X-Execution-Id', 'order-1').send({}).expect(200);
    await server
      .as(await memberKey(server, 'read'))
      .get(path(run.executionId))
      .expect(200);
    const foreign = await server
      .as((await createUser(server)).key)
      .get(path('order-1'))
      .expect(404);
    const unknown = await owner().get(path('order-2')).expect(404);
    expect(foreign.text).toBe(unknown.text);
  });
});
