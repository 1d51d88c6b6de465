import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let workflow: string;

beforeAll(async () => {
  server = await startTestApp();
  workflow = await deployState(server, inARow(functionBlock('twice', 'return <start.n> * 2')));
});
afterAll(() => server.close());

describe('POST /api/v2/workflows/{id}/execute', () => {
  it.each([
    ['synchronous', {}, 200],
    ['asynchronous', { async: true }, 202],
    ['streamed', { stream: true }, 200],
  ])('names the run of a %s start, and says when the answer is that of an earlier one', async (mode, sent, status) => {
    const start = () =>
      server
        .as(server.first.apiKey)
        .post(`/api/v2/workflows/${workflow}/execute`)
        .set({ 'X-Run-Id': `run-${mode}`, 'Idempotency-Key': mode })
        .send({ input: { n: 2 }, ...sent })
        .expect(status);
    const first = await start();
    expect(first.headers['x-run-id']).toBe(`run-${mode}`);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect((await start()).headers).toMatchObject({ 'x-run-id': `run-${mode}`, 'idempotent-replayed': 'true' });
  });
});
