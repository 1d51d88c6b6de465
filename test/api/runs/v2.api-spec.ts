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

  it('selects outputs of streams only', async () => {
    const start = server.as(server.first.apiKey).post(`/api/v2/workflows/${workflow}/execute`);
    const { body } = await start.send({ input: { n: 2 }, selectedOutputs: ['twice.result'] }).expect(400);
    expect(body).toMatchObject({ error: { details: [{ path: ['selectedOutputs'], message: expect.stringContaining('"stream": true') }] } });
  });
});

describe('GET /api/v2/workflows/{id}/runs/{runId}', () => {
  const run = async (query: string): Promise<unknown> => {
    const { body } = await server.as(server.first.apiKey).get(`/api/v2/workflows/${workflow}/runs/looked-at${query}`).expect(200);
    return body.data;
  };

  beforeAll(async () => {
    const start = server.as(server.first.apiKey).post(`/api/v2/workflows/${workflow}/execute`).set('X-Run-Id', 'looked-at');
    await start.send({ input: { n: 2 } }).expect(200);
  });

  it('has the output of the run, unless it is not wanted, and the selected outputs of blocks', async () => {
    const whole = await run('');
    expect(whole).toMatchObject({ runId: 'looked-at', status: 'completed', output: { result: 4 } });
    expect(whole).not.toHaveProperty('blockOutputs');
    expect(await run('?includeOutput=true')).toEqual(whole);
    expect(await run('?includeOutput=false')).toEqual({ ...(whole as object), output: null });
    expect(await run('?selectedOutputs=twice.result')).toEqual({ ...(whole as object), blockOutputs: { twice: { result: 4 } } });
  });
});
