import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startEffectSink, type EffectSink } from '../../support/effect-sink.js';
import { eventually } from '../../support/eventually.js';
import { choosePlan } from '../../support/plans.js';
import { askOnce } from '../../support/resume-api.js';
import { blockWith, deployState, finishedJob, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let sink: EffectSink;
let slowSink: EffectSink;
/** Takes longer than the server lets runs take. */
let long: string;
let short: string;

beforeAll(async () => {
  sink = await startEffectSink(() => 300);
  slowSink = await startEffectSink(() => 3000);
  server = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1', SLUICE_SYNC_TIMEOUT: '2s', SLUICE_ASYNC_TIMEOUT: '2s' } });
  long = await deployState(server, inARow(blockWith('call', 'api', { url: `${slowSink.url}/`, method: 'POST', body: '{}' })));
  short = await deployState(server, inARow(blockWith('call', 'api', { url: `${sink.url}/`, method: 'POST', body: '{}' })));
});
afterAll(async () => {
  await server.close();
  await sink.close();
  await slowSink.close();
});

const execute = (id: string) => server.as(server.first.apiKey).post(`/api/workflows/${id}/execute`);

describe('a caller who waits', () => {
  it('gets 408 when the run takes too long, with what there is of it', async () => {
    const { body } = await execute(long).send({}).expect(408);
    expect(body).toEqual({
      success: false,
      executionId: expect.any(String),
      output: expect.anything(),
      error: 'Execution timed out after 2 seconds',
      code: 'TIMEOUT',
      metadata: { startTime: expect.stringMatching(/Z$/), endTime: expect.stringMatching(/Z$/), duration: expect.any(Number) },
    });
  });

  it('may disconnect: the run continues to its end and is logged', async () => {
    const gone = new AbortController();
    const before = sink.seen.size;
    const leaving = fetch(`${server.url}/api/workflows/${short}/execute`, {
      method: 'POST',
      headers: { 'X-API-Key': server.first.apiKey, 'X-Execution-Id': 'left-alone' },
      signal: gone.signal,
    });
    await eventually(() => expect(sink.seen.size).toBe(before + 1));
    gone.abort();
    await expect(leaving).rejects.toThrow('aborted');
    await eventually(async () => {
      const owner = server.as(server.first.apiKey);
      const { body } = await owner.get(`/api/workflows/${short}/executions/left-alone`).expect(200);
      expect(body.status).toBe('completed');
      await owner.get(`/api/v1/logs/executions/${body.executionId}`).expect(200);
    });
  });

  it('receives the same fields for a paused run as for one that has ended', async () => {
    const { body } = await execute(await askOnce(server))
      .send({})
      .expect(200);
    expect(body).toEqual({
      success: true,
      executionId: expect.any(String),
      status: 'paused',
      output: expect.anything(),
      error: null,
      metadata: { startTime: expect.stringMatching(/Z$/), endTime: expect.stringMatching(/Z$/), duration: expect.any(Number) },
      limits: { workflowExecutionRateLimit: expect.anything(), usage: expect.anything() },
    });
    expect(body.metadata.duration).toBe(Date.parse(body.metadata.endTime) - Date.parse(body.metadata.startTime));
  });
});

describe('X-Execution-Timeout-Seconds', () => {
  const outcome = async (seconds: number) => {
    const { body } = await execute(long).set('X-Execution-Timeout-Seconds', `${seconds}`).send({ async: true }).expect(202);
    const { status, error } = await finishedJob(server, body.jobId);
    return { status, error };
  };

  it('may be longer than the limit of the server for an enterprise, and counts as that limit for others', async () => {
    expect(await outcome(60)).toMatchObject({ status: 'completed' });
    await choosePlan(server, 'team');
    await eventually(async () => expect(await outcome(60)).toEqual({ status: 'failed', error: 'Execution timed out after 2 seconds' }));
    await choosePlan(server, 'selfhosted');
  });

  it('is refused above a week', async () => {
    await execute(long).set('X-Execution-Timeout-Seconds', '604801').send({ async: true }).expect(400);
  });
});
