import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { InfrastructureFault } from '#kernel/errors.js';
import { EventStore } from '#ledger/events/event-store.js';
import { eventually } from '../../support/eventually.js';
import { openStream } from '../../support/event-stream.js';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let workflowId: string;

beforeAll(async () => {
  server = await startTestApp({ inProcess: true });
  workflowId = await deployState(server, inARow(functionBlock('answer', 'return 1')));
}, 60_000);
afterEach(() => void jest.restoreAllMocks());
afterAll(() => server.close());

/** Keeps back the first append of a run. */
function holdingFirstAppend(): { readonly begun: Promise<void>; fail(): void } {
  const store = server.app.get(EventStore, { strict: false });
  const append = store.append.bind(store);
  const [begun, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  jest.spyOn(store, 'append').mockImplementation((given) => {
    if (!given.streams.some(({ events }) => events.some(({ type }) => type === 'execution.started'))) return append(given);
    begun.resolve();
    return failed.promise;
  });
  return { begun: begun.promise, fail: () => failed.reject(new InfrastructureFault('The database is away')) };
}

describe('the stream of a run', () => {
  it('of which nothing could be stored ends, and says so', async () => {
    const first = holdingFirstAppend();
    const answer = server
      .as(server.first.apiKey)
      .post(`/api/workflows/${workflowId}/execute`)
      .set('X-Execution-Id', 'unstored')
      .send({})
      .then((given) => given);
    await first.begun;
    const stream = await openStream(server, { path: `/api/workflows/${workflowId}/executions/unstored/stream` });
    expect(stream.status).toBe(200);
    first.fail();
    expect((await answer).status).toBeGreaterThanOrEqual(500);
    await eventually(() => expect(stream.frames.at(-1)?.data).toBe('[DONE]'), 10_000);
    expect(stream.frames.map(({ data }) => data)).toEqual([{ event: 'error', error: 'The run could not be started' }, '[DONE]']);
    await stream.ended;
  }, 30_000);
});
