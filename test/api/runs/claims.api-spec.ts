import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startEffectSink, type EffectSink } from '../../support/effect-sink.js';
import { eventually } from '../../support/eventually.js';
import { blockWith, deployState, finishedJob, functionBlock, inARow } from '../../support/run-api.js';
import { askOnce, resumePath } from '../../support/resume-api.js';
import { issueKey } from '../../support/issue-key.js';
import { startSilentServer, type SilentServer } from '../../support/silent-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let sink: EffectSink;
let silent: SilentServer;
let workflow: string;
let slow: string;
let keys = 0;

beforeAll(async () => {
  sink = await startEffectSink();
  silent = await startSilentServer();
  server = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  workflow = await deployState(server, inARow(functionBlock('twice', 'return <start.n> * 2')));
  slow = await deployState(server, inARow(blockWith('busy', 'api', { url: silent.url })));
});
afterAll(async () => {
  await server.close();
  await sink.close();
  await silent.close();
});

const newKey = (): string => `key-${(keys += 1)}`;
const execute = (id = workflow) => server.as(server.first.apiKey).post(`/api/workflows/${id}/execute`);

/** A stream without remarks that it is alive. */
const framesIn = ({ text }: { readonly text: string }): string => text.replace(/^: .*\n\n/gm, '');

async function runsOf(id: string): Promise<number> {
  const { rows } = await server.database.pool.query<{ n: number }>(
    `select count(*)::int as n from run_event where type = 'execution.started' and data->>'workflowId' = $1`,
    [id],
  );
  return rows[0]?.n ?? 0;
}

describe('Idempotency-Key', () => {
  it('answers a repeated request with the run of the first', async () => {
    const key = newKey();
    const first = await execute().set('Idempotency-Key', key).send({ n: 4 }).expect(200);
    const before = await runsOf(workflow);
    const second = await execute().set('Idempotency-Key', key).send({ n: 4 }).expect(200);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect({ ...second.body, limits: 0 }).toEqual({ ...first.body, limits: 0 });
    expect(await runsOf(workflow)).toBe(before);
  });

  it('repeats the answer of a run that failed', async () => {
    const broken = await deployState(server, inARow(functionBlock('broken', 'throw new Error("no luck")')));
    const key = newKey();
    const first = await execute(broken).set('Idempotency-Key', key).send({}).expect(500);
    const second = await execute(broken).set('Idempotency-Key', key).send({}).expect(500);
    expect(second.body).toEqual(first.body);
  });

  it('repeats the answer of a run that waited, also when it has gone on since', async () => {
    const asking = await askOnce(server);
    const key = newKey();
    const first = await execute(asking).set('Idempotency-Key', key).send({}).expect(200);
    expect(first.body.status).toBe('paused');
    const { executionId } = first.body as { executionId: string };
    await server.as(server.first.apiKey).post(resumePath(asking, executionId)).send({ approved: true }).expect(200);
    const second = await execute(asking).set('Idempotency-Key', key).send({}).expect(200);
    expect({ ...second.body, limits: 0 }).toEqual({ ...first.body, limits: 0 });
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it.each([
    ['synchronous', { n: 1 }, 200],
    ['asynchronous', { n: 1, async: true }, 202],
    ['streamed', { n: 1, stream: true, selectedOutputs: ['twice.result'] }, 200],
  ])('repeats the answer of a %s start when the workflow is not deployed any more', async (_, sent, status) => {
    const id = await deployState(server, inARow(functionBlock('twice', 'return <start.n> * 2')));
    const key = newKey();
    const first = await execute(id).set('Idempotency-Key', key).send(sent).expect(status);
    await server.as(server.first.apiKey).delete(`/api/v1/workflows/${id}/deploy`).expect(200);
    await eventually(() => execute(id).send(sent).expect(403));
    const second = await execute(id).set('Idempotency-Key', key).send(sent).expect(status);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.headers['x-execution-id']).toBe(first.headers['x-execution-id']);
    expect(second.body.output).toEqual(first.body.output);
  });

  it('repeats a stream whose selected block the workflow has no more', async () => {
    const id = await deployState(server, inARow(functionBlock('old', 'return 1')));
    const key = newKey();
    const sent = { stream: true, selectedOutputs: ['old.result'] };
    const first = await execute(id).set('Idempotency-Key', key).send(sent).expect(200);
    const owner = server.as(server.first.apiKey);
    await owner
      .put(`/api/v1/workflows/${id}/state`)
      .send({ state: inARow(functionBlock('new', 'return 1')) })
      .expect(200);
    await owner.post(`/api/v1/workflows/${id}/deploy`).expect(200);
    await execute(id).send(sent).expect(400);
    const second = await execute(id).set('Idempotency-Key', key).send(sent).expect(200);
    expect(framesIn(second)).toBe(framesIn(first));
  });

  it('repeats the stream of a run that waited up to there, also when it has gone on since', async () => {
    const asking = await askOnce(server);
    const key = newKey();
    const first = await execute(asking).set('Idempotency-Key', key).send({ stream: true }).expect(200);
    const executionId = String(first.headers['x-execution-id']);
    await server.as(server.first.apiKey).post(resumePath(asking, executionId)).send({ approved: true }).expect(200);
    const second = await execute(asking).set('Idempotency-Key', key).send({ stream: true }).expect(200);
    expect(first.text).toContain('"status":"paused"');
    expect(framesIn(second)).toBe(framesIn(first));
  });

  it('is free again after 24 hours', async () => {
    const key = newKey();
    const first = await execute().set('Idempotency-Key', key).send({ n: 1 }).expect(200);
    const age = (by: string) =>
      server.database.pool.query('update idempotency set created_at = created_at - $1::interval where execution_id = $2', [
        by,
        first.body.executionId,
      ]);
    await age('23 hours 59 minutes');
    await execute().set('Idempotency-Key', key).send({ n: 2 }).expect(422);
    await age('1 minute');
    const second = await execute().set('Idempotency-Key', key).send({ n: 2 }).expect(200);
    expect(second.headers['idempotent-replayed']).toBeUndefined();
    expect(second.body.executionId).not.toBe(first.body.executionId);
  });

  it('repeats the 202 of an asynchronous start', async () => {
    const key = newKey();
    const first = await execute().set('Idempotency-Key', key).send({ n: 1, async: true }).expect(202);
    const second = await execute().set('Idempotency-Key', key).send({ n: 1, async: true }).expect(202);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it('repeats the response to the same body with another id or none, under the id of the first', async () => {
    const key = newKey();
    const named = execute().set('Idempotency-Key', key).set('X-Execution-Id', 'try:1');
    const first = await named.send({ n: 1 }).expect(200);
    for (const id of ['try:2', undefined]) {
      const again = execute().set('Idempotency-Key', key);
      const { body, headers } = await (id === undefined ? again : again.set('X-Execution-Id', id)).send({ n: 1 }).expect(200);
      expect(headers['idempotent-replayed']).toBe('true');
      expect(headers['x-execution-id']).toBe('try:1');
      expect(body.executionId).toBe(first.body.executionId);
    }
  });

  it('repeats an asynchronous start under the id of the first', async () => {
    const key = newKey();
    const first = await execute().set('Idempotency-Key', key).set('X-Execution-Id', 'job:1').send({ n: 1, async: true }).expect(202);
    const second = await execute().set('Idempotency-Key', key).send({ n: 1, async: true }).expect(202);
    expect(second.body).toEqual(first.body);
    expect(second.headers['x-execution-id']).toBe('job:1');
  });

  it('refuses the same key with another request', async () => {
    const key = newKey();
    await execute().set('Idempotency-Key', key).send({ n: 1 }).expect(200);
    const { body } = await execute().set('Idempotency-Key', key).send({ n: 2 }).expect(422);
    expect(body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it.each([
    [{ selectedOutputs: ['twice.result'] }, { selectedOutputs: ['twice'] }],
    [{ selectedOutputs: ['twice.result'] }, {}],
  ])('refuses the same key when %j becomes %j', async (before, after) => {
    const key = newKey();
    await execute()
      .set('Idempotency-Key', key)
      .send({ n: 1, ...before })
      .expect(200);
    await execute()
      .set('Idempotency-Key', key)
      .send({ n: 1, ...after })
      .expect(422);
  });

  it('refuses a second request while the first is running, and tells when to come back', async () => {
    const key = newKey();
    const first = execute(slow)
      .set('Idempotency-Key', key)
      .send({})
      .then((answer) => answer);
    await eventually(() => expect(silent.waiting).toBe(1));
    const second = await execute(slow).set('Idempotency-Key', key).send({}).expect(409);
    expect(second.body.code).toBe('IDEMPOTENCY_KEY_IN_USE');
    expect(second.headers['retry-after']).toBe('1');
    const other = await execute(slow).set('Idempotency-Key', key).send({ n: 2 }).expect(422);
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    silent.answerAll();
    expect((await first).status).toBe(200);
  });

  it('makes one run of fifty concurrent requests', async () => {
    const own = await deployState(server, inARow(functionBlock('twice', 'return <start.n> * 2')));
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 50 }, () => execute(own).set('Idempotency-Key', key).send({ n: 1 })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await runsOf(own)).toBe(1);
  });

  it('is a name of one API key: another key is free to use it', async () => {
    const other = await issueKey(server, { name: newKey() });
    const key = newKey();
    const first = await execute().set('Idempotency-Key', key).send({ n: 1 }).expect(200);
    const second = await server
      .as(other.key)
      .post(`/api/workflows/${workflow}/execute`)
      .set('Idempotency-Key', key)
      .send({ n: 1 })
      .expect(200);
    expect(second.body.executionId).not.toBe(first.body.executionId);
  });

  it('stores no refusal: a corrected request may use the key again', async () => {
    const key = newKey();
    await execute().set('Idempotency-Key', key).send({ inputs: 5 }).expect(400);
    await execute().set('Idempotency-Key', key).send({ n: 1 }).expect(200);
  });

  it('must be 1 to 255 printable characters', async () => {
    await execute().set('Idempotency-Key', 'x'.repeat(256)).send({}).expect(400);
  });
});

describe('X-Execution-Id', () => {
  it('names the run', async () => {
    const { body, headers } = await execute().set('X-Execution-Id', 'order:4711').send({ n: 1 }).expect(200);
    expect(body.executionId).toBe('order:4711');
    expect(headers['x-execution-id']).toBe('order:4711');
  });

  it('is used once', async () => {
    await execute().set('X-Execution-Id', 'order:1').send({ n: 1 }).expect(200);
    const { body } = await execute().set('X-Execution-Id', 'order:1').send({ n: 1 }).expect(409);
    expect(body).toMatchObject({ code: 'EXECUTION_ID_CONFLICT', executionId: 'order:1' });
  });

  it('is not the id that the server gave to another run of the workspace', async () => {
    const { body: other } = await execute().send({ n: 1 }).expect(200);
    const { body } = await execute().set('X-Execution-Id', other.executionId).send({ n: 1 }).expect(409);
    expect(body.code).toBe('EXECUTION_ID_CONFLICT');
    const { body: job } = await execute().send({ n: 1, async: true }).expect(202);
    await execute().set('X-Execution-Id', job.executionId).send({ n: 1 }).expect(409);
  });

  it('of the server reaches its run, also where a run of another workspace is named like it', async () => {
    const { body: own } = await execute().send({ n: 1 }).expect(200);
    const owner = server.as(server.first.apiKey);
    const { body: workspace } = await owner.post('/api/v1/workspaces').send({ name: 'Beside' }).expect(200);
    const state = inARow(functionBlock('f', 'return 1'));
    const { body: made } = await owner.post('/api/v1/workflows').send({ workspaceId: workspace.data.id, name: 'Beside' }).expect(200);
    await owner.put(`/api/v1/workflows/${made.data.id}/state`).send({ state }).expect(200);
    await owner.post(`/api/v1/workflows/${made.data.id}/deploy`).expect(200);
    await execute(made.data.id).set('X-Execution-Id', own.executionId).send({}).expect(200);
    await eventually(async () => {
      const { body } = await owner.get(`/api/v1/logs/executions/${own.executionId}`).expect(200);
      expect(body.workflowId).toBe(workflow);
    });
  });

  it('is used once by many at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => execute().set('X-Execution-Id', 'order:2').send({ n: 1 })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  it('keeps all but one of many runs from touching the outside', async () => {
    const url = `${sink.url}/once`;
    const id = await deployState(
      server,
      inARow(blockWith('call', 'api', { url, method: 'POST', body: '{}' }), functionBlock('f', 'return 1')),
    );
    const answers = await Promise.all(Array.from({ length: 20 }, () => execute(id).set('X-Execution-Id', 'order:4').send({})));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(sink.seen.size).toBe(1);
    const { rows } = await server.database.pool.query(`select stream_id from run_event group by 1 having max(version) <> count(*)`);
    expect(rows).toEqual([]);
  });

  it('names an asynchronous run', async () => {
    const { body } = await execute().set('X-Execution-Id', 'order:3').send({ n: 1, async: true }).expect(202);
    expect(body.executionId).toBe('order:3');
    await finishedJob(server, body.jobId);
  });

  it('must be 1 to 128 of the allowed characters', async () => {
    const { body } = await execute().set('X-Execution-Id', 'no spaces').send({}).expect(400);
    expect(body.details[0].path).toEqual(['X-Execution-Id']);
  });
});
