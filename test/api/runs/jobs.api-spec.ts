import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lowestId } from '#ledger/events/run-partitions.js';
import { blockWith, deployState, finishedJob, functionBlock, inARow } from '../../support/run-api.js';
import { eventually } from '../../support/eventually.js';
import { createUser } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { fieldBlock, triggered } from '../../support/triggers/trigger-documents.js';
import { createWorkflow } from '../../support/workflow-api.js';

let server: TestApp;
let workflow: string;

beforeAll(async () => {
  server = await startTestApp({ inProcess: true });
  workflow = await deployState(server, inARow(functionBlock('twice', 'return <start.n> * 2')));
});
afterAll(() => server.close());

const daily = fieldBlock('daily', 'schedule', { scheduleType: 'daily', dailyTime: '09:00' });
const owner = () => server.as(server.first.apiKey);
const start = (id: string, body: object) =>
  owner()
    .post(`/api/workflows/${id}/execute`)
    .send({ async: true, ...body });

describe('an asynchronous start', () => {
  it('answers 202 with a job that can be polled at once', async () => {
    const { body } = await start(workflow, { input: { n: 21 } }).expect(202);
    expect(body).toEqual({
      success: true,
      async: true,
      jobId: expect.any(String),
      executionId: expect.any(String),
      message: expect.any(String),
      statusUrl: `http://localhost:0/api/jobs/${body.jobId}`,
    });
    await owner().get(`/api/jobs/${body.jobId}`).expect(200);
  });

  it('is asked for by a header as well', async () => {
    await owner().post(`/api/workflows/${workflow}/execute`).set('X-Execution-Mode', 'async').send({ n: 1 }).expect(202);
  });

  it.each([
    ['not deployed', () => createWorkflow(server), 403, 'WORKFLOW_NOT_DEPLOYED'],
    ['started by its schedule alone', () => deployState(server, triggered(daily)), 400, 'NO_START_BLOCK'],
    ['not there', async () => '01890000-0000-7000-8000-000000000000', 404, 'NOT_FOUND'],
  ])('refuses a workflow that is %s before it accepts anything', async (_, workflowId, status, code) => {
    const id = await workflowId();
    const { rows: before } = await server.database.pool.query('select count(*)::int as n from job');
    const { body } = await start(id, {}).expect(status);
    expect(body.code).toBe(code);
    const { rows: after } = await server.database.pool.query('select count(*)::int as n from job');
    expect(after).toEqual(before);
  });
});

describe('GET /api/jobs/{jobId}', () => {
  it('answers the output of the workflow when the job is completed', async () => {
    const { body } = await start(workflow, { n: 21 }).expect(202);
    expect(await finishedJob(server, body.jobId)).toEqual({
      success: true,
      taskId: body.jobId,
      status: 'completed',
      metadata: { startedAt: expect.stringMatching(/Z$/), completedAt: expect.stringMatching(/Z$/), duration: expect.any(Number) },
      output: { result: 42, stdout: '' },
    });
  });

  it('answers data, status and headers of a run that ended in a Response block', async () => {
    const id = await deployState(server, inARow(blockWith('done', 'response', { dataMode: 'json', data: '{"ok": true}', status: '202' })));
    const { body } = await start(id, {}).expect(202);
    expect((await finishedJob(server, body.jobId)).output).toMatchObject({ data: { ok: true }, status: 202, headers: expect.anything() });
  });

  it('answers the error and no output when the job failed', async () => {
    const id = await deployState(server, inARow(functionBlock('broken', 'throw new Error("no luck")')));
    const { body } = await start(id, {}).expect(202);
    const job = await finishedJob(server, body.jobId);
    expect(job).toMatchObject({ status: 'failed', error: expect.stringContaining('no luck') });
    expect(job).not.toHaveProperty('output');
  });

  it('fails the job of a run that takes longer than its caller allows', async () => {
    const id = await deployState(server, inARow(functionBlock('endless', 'for (;;) {}')));
    const { body } = await start(id, {}).set('X-Execution-Timeout-Seconds', '1').expect(202);
    expect(await finishedJob(server, body.jobId)).toMatchObject({ status: 'failed', error: 'Execution timed out after 1 second' });
  });

  it('estimates the duration from recent runs while the job is not finished', async () => {
    for (let n = 0; n < 3; n += 1) await finishedJob(server, (await start(workflow, { n }).expect(202)).body.jobId);
    const slow = await deployState(server, inARow(functionBlock('busy', 'for (let i = 0; i < 3e8; i++); return 1')));
    await finishedJob(server, (await start(slow, {}).expect(202)).body.jobId);
    const { body } = await start(slow, {}).expect(202);
    const { body: job } = await owner().get(`/api/jobs/${body.jobId}`).expect(200);
    expect(job.estimatedDuration).toBeGreaterThan(0);
    await finishedJob(server, body.jobId);
  });

  it('estimates from runs that were not queued as well, in every process, and not from their pauses', async () => {
    const beside = await startTestApp({ beside: server });
    const naps = await deployState(
      server,
      inARow(blockWith('nap', 'wait', { timeValue: '1', async: true, timeUnitLong: 'days' }), functionBlock('f', 'return 1')),
    );
    const { body: paused } = await owner().post(`/api/workflows/${naps}/execute`).send({}).expect(200);
    const { rowCount } = await server.database.pool.query('update timer set due_at = now() where id = $1', [paused.executionId]);
    expect(rowCount).toBe(1);
    const worked = await eventually(async () => {
      const { rows } = await server.database.pool.query<{ ms: number }>(
        `select (data->>'durationMs')::float8 as ms from run_event where stream_id = $1 and type = 'execution.completed'`,
        [paused.executionId],
      );
      expect(rows).toHaveLength(1);
      return rows[0]?.ms ?? 0;
    });
    const { body: queued } = await start(naps, {}).expect(202);
    await eventually(async () => {
      const { body: job } = await beside.as(server.first.apiKey).get(`/api/jobs/${queued.jobId}`).expect(200);
      expect(job.estimatedDuration).toBe(Math.round(worked));
    }, 10_000);
    await beside.close();
  });

  it('can read a finished one for seven days (SLUICE_JOB_RETENTION)', async () => {
    const { body } = await start(workflow, { n: 1 }).expect(202);
    await finishedJob(server, body.jobId);
    const finishedBefore = (age: string) =>
      server.database.pool.query('update job set completed_at = now() - $2::interval where id = $1', [body.jobId, age]);
    await finishedBefore('6 days 23:59');
    await owner().get(`/api/jobs/${body.jobId}`).expect(200);
    await finishedBefore('7 days 00:01');
    const gone = await owner().get(`/api/jobs/${body.jobId}`).expect(404);
    expect(gone.body).toEqual({ error: 'Job not found', code: 'NOT_FOUND' });
  });

  it('can read a finished one for as long as SLUICE_JOB_RETENTION says, and then its row goes', async () => {
    const beside = await startTestApp({ beside: server, env: { SLUICE_JOB_RETENTION: '1h' } });
    const [old, fresh] = [(await start(workflow, { n: 1 }).expect(202)).body, (await start(workflow, { n: 2 }).expect(202)).body];
    await finishedJob(server, old.jobId);
    await finishedJob(server, fresh.jobId);
    await server.database.pool.query(`update job set completed_at = now() - interval '61 minutes' where id = $1`, [old.jobId]);
    const there = beside.as(server.first.apiKey);
    await there.get(`/api/jobs/${old.jobId}`).expect(404);
    await there.get(`/api/jobs/${fresh.jobId}`).expect(200);
    await owner().get(`/api/jobs/${old.jobId}`).expect(200);
    // Ids of jobs contain the moment at which they were queued.
    const queued = lowestId(new Date(Date.now() - 2 * 3_600_000));
    await server.database.pool.query('update job set id = $2 where id = $1', [old.jobId, queued]);
    await beside.database.housekeeper.tidy();
    const { rows } = await server.database.pool.query('select id from job where id = any($1)', [[old.jobId, queued, fresh.jobId]]);
    expect(rows).toEqual([{ id: fresh.jobId }]);
    await beside.close();
  });

  it('ends without a change of an index', async () => {
    const { rows } = await server.database.pool.query<{ indexdef: string }>(`select indexdef from pg_indexes where tablename = 'job'`);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ indexdef }) => /status|started_at|completed_at/.test(indexdef))).toEqual([]);
  });

  it('answers foreign, unknown and malformed ids with the same 404 (AC-26)', async () => {
    const { body } = await start(workflow, { n: 1 }).expect(202);
    const stranger = server.as((await createUser(server)).key);
    const foreign = await stranger.get(`/api/jobs/${body.jobId}`).expect(404);
    const unknown = await stranger.get('/api/jobs/01890000-0000-7000-8000-000000000000').expect(404);
    const malformed = await stranger.get('/api/jobs/workflow-execution%3A1').expect(404);
    expect(foreign.text).toBe(unknown.text);
    expect(malformed.text).toBe(unknown.text);
  });

  it('leaves no row of work behind', async () => {
    const { body } = await start(workflow, { n: 1 }).expect(202);
    await finishedJob(server, body.jobId);
    const { rowCount } = await server.database.pool.query('select 1 from work_item where id = $1', [body.jobId]);
    expect(rowCount).toBe(0);
  });
});
