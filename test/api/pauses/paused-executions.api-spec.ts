import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUser } from '../../support/issue-key.js';
import { askOnce, askTwice, pausedRun, resumePath } from '../../support/resume-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { memberKey } from '../../support/workflow-api.js';

let server: TestApp;
let asking: string;
let askingTwice: string;

const nobody = '01890000-0000-7000-8000-000000000000';
const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

beforeAll(async () => {
  server = await startTestApp();
  asking = await askOnce(server);
  askingTwice = await askTwice(server);
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

describe('GET /api/resume/{workflowId}/{executionId}/{contextId}', () => {
  it('shows the question, its run, and who is before it', async () => {
    const executionId = await pausedRun(server, asking);
    const links = {
      apiUrl: `${server.config.baseUrl}/api/resume/${asking}/${executionId}/ask`,
      uiUrl: `${server.config.baseUrl}/resume/${asking}/${executionId}`,
      contextId: 'ask',
      executionId,
      workflowId: asking,
    };
    const point = {
      contextId: 'ask',
      blockId: 'ask',
      registeredAt: time,
      resumeStatus: 'paused',
      snapshotReady: true,
      resumeLinks: links,
      queuePosition: null,
      latestResumeEntry: null,
    };
    const inputFormat = [
      { name: 'approved', type: 'boolean', description: null, required: true, value: null },
      { name: 'note', type: 'string', description: null, required: false, value: null },
    ];
    expect(await look(asking, executionId)).toEqual({
      execution: {
        id,
        workflowId: asking,
        executionId,
        status: 'paused',
        totalPauseCount: 1,
        resumedCount: 0,
        pausedAt: time,
        updatedAt: time,
        expiresAt: null,
        metadata: { pauseScope: 'execution', triggerIds: [] },
        triggerIds: [],
        pausePoints: [{ ...point, response: { status: 200, headers: expect.anything(), inputFormat } }],
      },
      pausePoint: { ...point, response: { data: { _resume: links }, status: 200, headers: expect.anything(), inputFormat } },
      queue: [],
      activeResumeEntry: null,
    });
  });

  it('shows what was answered', async () => {
    const executionId = await pausedRun(server, asking);
    const { body } = await resume(asking, executionId, { approved: true }).expect(200);
    const { execution, queue, pausePoint } = await look(asking, executionId);
    const entry = {
      id: body.executionId,
      pausedExecutionId: execution.id,
      parentExecutionId: executionId,
      newExecutionId: body.executionId,
      contextId: 'ask',
      resumeInput: { approved: true },
      status: 'completed',
      queuedAt: time,
      claimedAt: time,
      completedAt: time,
      failureReason: null,
    };
    expect(queue).toEqual([entry]);
    expect(pausePoint).toMatchObject({ resumeStatus: 'resumed', latestResumeEntry: entry });
    expect(execution).toMatchObject({ status: 'fully_resumed', resumedCount: 1 });
  });

  it('is open to members who may read; an unknown point, run or workflow is not there', async () => {
    const executionId = await pausedRun(server, asking);
    await server
      .as(await memberKey(server, 'read'))
      .get(resumePath(asking, executionId))
      .expect(200);
    const foreign = await server
      .as((await createUser(server)).key)
      .get(resumePath(asking, executionId))
      .expect(404);
    const unknown = await owner().get(resumePath(asking, nobody)).expect(404);
    expect(foreign.text).toBe(unknown.text);
    expect(
      (
        await owner()
          .get(resumePath(asking, executionId, 'other'))
          .expect(404)
      ).body.error,
    ).toBe('Pause context not found');
    await owner().get(resumePath(askingTwice, executionId)).expect(404);
    await server.as().get(resumePath(asking, executionId)).expect(401);
  });
});

describe('paused executions', () => {
  it('are listed by workflow, the newest first, page by page', async () => {
    const workflowId = await askOnce(server);
    const runs: string[] = [];
    for (let n = 0; n < 5; n += 1) runs.unshift(await pausedRun(server, workflowId));
    const path = `/api/workflows/${workflowId}/paused`;
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const { body } = await owner().get(`${path}?limit=2${cursor}`).expect(200);
      seen.push(...body.pausedExecutions.map((each: { executionId: string }) => each.executionId));
      if (body.nextCursor === null) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(seen).toEqual(runs);
    await owner().get(`${path}?cursor=nonsense`).expect(400);
  });

  it('are listed by status', async () => {
    const workflowId = await askOnce(server);
    const [waiting, done, gone] = [
      await pausedRun(server, workflowId),
      await pausedRun(server, workflowId),
      await pausedRun(server, workflowId),
    ];
    await resume(workflowId, done, { approved: true }).expect(200);
    await owner().post(`/api/workflows/${workflowId}/executions/${gone}/cancel`).expect(200);
    const listed = async (status: string) => {
      const { body } = await owner().get(`/api/workflows/${workflowId}/paused?status=${status}`).expect(200);
      return body.pausedExecutions.map((each: { executionId: string }) => each.executionId);
    };
    expect(await listed('paused')).toEqual([waiting]);
    expect(await listed('fully_resumed,paused')).toEqual([done, waiting]);
    expect(await listed('cancelled')).toEqual([gone]);
    for (const wrong of ['asleep', '', ',']) {
      const { body } = await owner().get(`/api/workflows/${workflowId}/paused?status=${wrong}`).expect(400);
      expect(body.details[0].path).toEqual(['status']);
    }
  });

  it('are shown one by one, with their points and their queue', async () => {
    const executionId = await pausedRun(server, askingTwice);
    const { body } = await owner().get(`/api/workflows/${askingTwice}/paused/${executionId}`).expect(200);
    expect(body).toMatchObject({
      executionId,
      totalPauseCount: 2,
      queue: [],
      pausePoints: [{ contextId: 'left' }, { contextId: 'right' }],
    });
    const same = await owner().get(`/api/resume/${askingTwice}/${executionId}`).expect(200);
    expect(same.body).toEqual(body);
  });

  it('are open only to members who may read', async () => {
    const path = `/api/workflows/${asking}/paused`;
    await server
      .as(await memberKey(server, 'read'))
      .get(path)
      .expect(200);
    const foreign = await server
      .as((await createUser(server)).key)
      .get(path)
      .expect(404);
    const unknown = await owner().get(`/api/workflows/${nobody}/paused`).expect(404);
    expect(foreign.text).toBe(unknown.text);
    await server.as().get(path).expect(401);
  });
});

describe('a paused run', () => {
  it('is shown as such among executions', async () => {
    const executionId = await pausedRun(server, asking);
    const { body } = await owner().get(`/api/workflows/${asking}/executions/${executionId}`).expect(200);
    const account = await look(asking, executionId);
    expect(body).toMatchObject({
      status: 'paused',
      paused: {
        contextId: 'ask',
        pausedAt: time,
        resumeAt: null,
        pauseKind: 'human',
        blockedOnBlockId: 'ask',
        automaticResumeWaitingReason: null,
        pausedExecutionId: account.execution.id,
        pausePointCount: 1,
        resumedCount: 0,
      },
    });
    await resume(asking, executionId, { approved: true }).expect(200);
    expect((await owner().get(`/api/workflows/${asking}/executions/${executionId}`).expect(200)).body.paused).toBeNull();
  });
});
