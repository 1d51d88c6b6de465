import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { askBlock, askOnce, pausedRun, resumePath } from '../../support/resume-api.js';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { memberKey } from '../../support/workflow-api.js';
import { workflowFixture } from '../../support/workflow-documents.js';

let server: TestApp;

const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const resume = (workflowId: string, executionId: string, body: object, contextId?: string) =>
  owner()
    .post(resumePath(workflowId, executionId, contextId))
    .send(body);
const look = async (workflowId: string, executionId: string, contextId?: string) =>
  (
    await owner()
      .get(resumePath(workflowId, executionId, contextId))
      .expect(200)
  ).body;
const statusOf = async (workflowId: string, executionId: string) =>
  (await owner().get(`/api/workflows/${workflowId}/executions/${executionId}`).expect(200)).body.status;

describe('a question that needs several approvals', () => {
  it('records each, and continues with the last', async () => {
    const workflowId = await askOnce(server, { requiredApprovals: 2 });
    const executionId = await pausedRun(server, workflowId);
    const { body } = await resume(workflowId, executionId, { approved: true }).expect(200);
    expect(body).toEqual({
      status: 'recorded',
      executionId: id,
      approvals: 1,
      requiredApprovals: 2,
      message: 'Answer recorded. The run continues when 2 people have answered.',
    });
    expect((await resume(workflowId, executionId, { approved: true }).expect(409)).body.error).toContain('answered already');
    const other = server.as(await memberKey(server, 'write'));
    const last = await other.post(resumePath(workflowId, executionId)).send({ approved: true }).expect(200);
    expect(last.body).toMatchObject({ status: 'completed', output: { result: { said: true } } });
    const { rows } = await server.database.pool.query<{ data: object }>(
      `select data from run_event where stream_id = $1 and type = 'execution.pause-ended'`,
      [executionId],
    );
    expect(rows).toMatchObject([{ data: { answers: [{ input: { approved: true } }, { input: { approved: true } }] } }]);
  });

  it('is for those who are named', async () => {
    const workflowId = await askOnce(server, { approvers: 'someone@example.com' });
    const executionId = await pausedRun(server, workflowId);
    await resume(workflowId, executionId, { approved: true }).expect(403);
    expect((await look(workflowId, executionId)).pausePoint.resumeStatus).toBe('paused');
  });
});

describe('an answer', () => {
  it('is written down with who gave it, when and with which key', async () => {
    const workflowId = await askOnce(server);
    const executionId = await pausedRun(server, workflowId);
    const request = resume(workflowId, executionId, { approved: true }).set('X-Request-Id', 'req-7');
    await request.expect(200);
    const { rows } = await server.database.pool.query<{ data: object; meta: object }>(
      `select e.data, e.meta from run_event e join paused_execution p on p.id = e.stream_id
       where p.execution_id = $1 and e.type = 'pause.resume-queued'`,
      [executionId],
    );
    const email = server.config.bootstrapEmail;
    const who = { userId: id, email, via: 'key', keyId: id };
    expect(rows).toMatchObject([
      {
        data: { input: { approved: true }, answers: [{ ...who, input: { approved: true }, at: time }] },
        meta: { actorId: id, keyId: id, requestId: 'req-7', correlationId: executionId, ip: '127.0.0.1' },
      },
    ]);
    const ended = await server.database.pool.query(`select data from run_event where stream_id = $1 and type = 'execution.pause-ended'`, [
      executionId,
    ]);
    expect(ended.rows).toMatchObject([{ data: { reason: 'answered', answers: [who], resumeId: id } }]);
  });
});

describe('a question that is not answered in time', () => {
  const soon = { expiresAfter: 0.01, expiresUnit: 'minutes' };

  it('fails the run', async () => {
    const workflowId = await askOnce(server, soon);
    const executionId = await pausedRun(server, workflowId);
    expect((await look(workflowId, executionId)).execution.expiresAt).toEqual(time);
    await eventually(async () => expect(await statusOf(workflowId, executionId)).toBe('failed'));
    expect(await look(workflowId, executionId)).toMatchObject({
      execution: { expiresAt: null },
      pausePoint: { resumeStatus: 'failed' },
      queue: [],
    });
    await resume(workflowId, executionId, { approved: true }).expect(409);
  });

  it('continues with the default answer', async () => {
    const workflowId = await askOnce(server, { ...soon, onExpiry: 'continue', defaultInput: '{"approved": false}' });
    const executionId = await pausedRun(server, workflowId);
    await eventually(async () => expect(await statusOf(workflowId, executionId)).toBe('completed'));
    const { body } = await owner().get(`/api/workflows/${workflowId}/executions/${executionId}?includeOutput=true`).expect(200);
    expect(body.finalOutput.result).toEqual({ said: false });
  });
});

describe('a paused run', () => {
  it('continues with the version that was deployed when it paused', async () => {
    const workflowId = await askOnce(server);
    const executionId = await pausedRun(server, workflowId);
    const state = inARow(askBlock('ask'), functionBlock('after', 'return "something else"'));
    await owner().put(`/api/v1/workflows/${workflowId}/state`).send({ state }).expect(200);
    await owner().post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
    const { body } = await resume(workflowId, executionId, { approved: true }).expect(200);
    expect(body.output.result).toEqual({ said: true });
  });

  it('continues with the current secrets', async () => {
    const environment = `/api/v1/workspaces/${server.first.workspaceId}/environment`;
    const write = (value: string) =>
      owner()
        .put(environment)
        .send({ variables: { PHRASE: value } })
        .expect(200);
    await write('winter');
    const workflowId = await deployState(server, inARow(askBlock('ask'), functionBlock('after', 'return "{{PHRASE}}".length')));
    const executionId = await pausedRun(server, workflowId);
    await write('midsummer');
    const { body } = await resume(workflowId, executionId, { approved: true }).expect(200);
    expect(body.output.result).toBe('midsummer'.length);
  });
});

describe('secrets that a question uses', () => {
  it('are neither shown nor written down', async () => {
    const environment = `/api/v1/workspaces/${server.first.workspaceId}/environment`;
    await owner()
      .put(environment)
      .send({ variables: { HIDDEN: 'swordfish-4711' } })
      .expect(200);
    const headers = [{ id: 'h', cells: { Key: 'X-Proof', Value: '{{HIDDEN}}' } }];
    const builderData = [{ id: 'd', name: 'proof', type: 'string', value: '{{HIDDEN}}' }];
    const workflowId = await askOnce(server, { operation: 'api', headers, builderData });
    const executionId = await pausedRun(server, workflowId);
    const seen = JSON.stringify(await look(workflowId, executionId));
    expect(seen).toContain('{{HIDDEN}}');
    expect(seen).not.toContain('swordfish');
    await resume(workflowId, executionId, { approved: true }).expect(200);
    const { rows } = await server.database.pool.query(`select 1 from run_event where data::text like '%swordfish%'`);
    expect(rows).toEqual([]);
  });
});

describe('two reviewers in parallel', () => {
  it('have a point each, and the end comes once when both have answered', async () => {
    const imported = await owner()
      .post('/api/v1/workflows/import')
      .send({ workspaceId: server.first.workspaceId, workflow: workflowFixture('orders-with-two-reviewers') })
      .expect(201);
    const workflowId = imported.body.data.id as string;
    await owner().post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
    const executionId = await pausedRun(server, workflowId, { orders: ['a', 'b'] });
    const { body } = await owner().get(`/api/resume/${workflowId}/${executionId}`).expect(200);
    const [first, second] = body.pausePoints;
    expect(body.pausePoints).toHaveLength(2);
    expect(first.contextId).not.toBe(second.contextId);
    expect([first, second].map(({ parallelScope }) => [parallelScope.branchIndex, parallelScope.branchTotal])).toEqual([
      [0, 2],
      [1, 2],
    ]);
    const before = await resume(workflowId, executionId, { approved: true }, second.contextId).expect(200);
    expect(before.body.status).toBe('paused');
    const { body: last } = await resume(workflowId, executionId, { approved: false }, first.contextId).expect(200);
    expect(last).toMatchObject({ status: 'completed', output: { result: { tagged: [expect.anything(), expect.anything()] } } });
    expect(last.output.result.votes.map((branch: { approved: boolean }[]) => branch.map(({ approved }) => approved))).toEqual([
      [false],
      [true],
    ]);
    const { rows } = await server.database.pool.query<{ n: number }>(
      `select count(*)::int as n from run_event where stream_id = $1 and type = 'execution.block-completed' and data->>'blockId' =
        (select data->>'blockId' from run_event where stream_id = $1 and type = 'execution.block-completed' order by version desc limit 1)`,
      [executionId],
    );
    expect(rows[0]?.n).toBe(1);
  });
});
