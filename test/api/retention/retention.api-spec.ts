import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LinkSignature } from '#host/secrets/link-signature.js';
import { Clock } from '#kernel/clock.js';
import { resumeLinkPurpose } from '#engine/pause.js';
import { eventually } from '../../support/eventually.js';
import { askOnce, pausedRun, resumePath } from '../../support/resume-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { deployedWorkflow, memberKey } from '../../support/workflow-api.js';

const dayMs = 86_400_000;

class MovableClock extends Clock {
  days = 0;

  now(): Date {
    return new Date(Date.now() + this.days * dayMs);
  }
}

const clock = new MovableClock();
let server: TestApp;
let workflowId: string;
const owner = () => server.as(server.first.apiKey);
const workspace = (): string => `/api/v1/workspaces/${server.first.workspaceId}`;
const log = (id: string): string => `/api/v1/logs/executions/${id}`;

beforeAll(async () => {
  server = await startTestApp({ clock });
  workflowId = await deployedWorkflow(server);
}, 60_000);
afterAll(() => server.close());

async function run(): Promise<string> {
  const { body } = await owner().post(`/api/workflows/${workflowId}/execute`).send({}).expect(200);
  const executionId = body.executionId as string;
  await eventually(() => owner().get(log(executionId)).expect(200));
  return executionId;
}

async function listed(): Promise<readonly string[]> {
  const { body } = await owner().get('/api/v1/logs').query({ workspaceId: server.first.workspaceId }).expect(200);
  return (body.data as { executionId: string }[]).map(({ executionId }) => executionId);
}

describe('how long a workspace keeps its runs', () => {
  it('is for ever until its plan or its admins say otherwise', async () => {
    const { body } = await owner().get(workspace()).expect(200);
    expect(body.data.retentionDays).toBeNull();
    const changed = await owner().patch(workspace()).send({ retentionDays: 30 }).expect(200);
    expect(changed.body.data.retentionDays).toBe(30);
    await server
      .as(await memberKey(server, 'write'))
      .patch(workspace())
      .send({ retentionDays: 1 })
      .expect(403);
  });

  it.each([0, -1, 1.5, '30', 40_000])('is not %p days', async (retentionDays) => {
    const { body } = await owner().patch(workspace()).send({ retentionDays }).expect(400);
    expect(JSON.stringify(body)).toContain('retentionDays must be a whole number of days from 1 to 36500, or null');
  });

  it('hides what is past that time at once, but not what waits or is held', async () => {
    const [past, held] = [await run(), await run()];
    const waiting = await pausedRun(server, await askOnce(server));
    const { body } = await owner()
      .put(`${log(held)}/hold`)
      .send({ reason: ' A dispute ' })
      .expect(200);
    expect(body.data).toEqual({ executionId: held, held: true, reason: 'A dispute' });
    expect(await listed()).toEqual(expect.arrayContaining([past, held]));
    clock.days = 31;
    expect(await listed()).toEqual([]);
    await owner().get(log(past)).expect(404);
    await owner().get(`/api/v1/logs/${past}`).expect(404);
    await owner().get(`/api/workflows/${workflowId}/executions/${past}`).expect(404);
    await owner().get(log(held)).expect(200);
    await owner()
      .get(`${log(waiting)}/diagnosis`)
      .expect(200);
    await owner()
      .delete(`${log(held)}/hold`)
      .expect(200);
    await owner().get(log(held)).expect(404);
    await owner().patch(workspace()).send({ retentionDays: null }).expect(200);
    await owner().get(log(past)).expect(200);
    clock.days = 0;
  });

  it('hides the questions of runs that are past, with their answers, but not open ones', async () => {
    const asking = await askOnce(server);
    const [past, waiting] = [await pausedRun(server, asking), await pausedRun(server, asking)];
    await owner()
      .post(resumePath(asking, past))
      .send({ input: { approved: true } })
      .expect(200);
    const idsOf = async (path: string, query: object): Promise<unknown> => {
      const { body } = await owner().get(path).query(query).expect(200);
      return ((body.data ?? body.pausedExecutions) as { executionId: string }[]).map(({ executionId }) => executionId);
    };
    const questions = (status?: string) => idsOf('/api/v1/pauses', { workspaceId: server.first.workspaceId, status });
    const paused = () => idsOf(`/api/workflows/${asking}/paused`, {});
    const expiresAt = new Date(Date.now() + 90 * dayMs).toISOString();
    const signed = { purpose: resumeLinkPurpose, executionId: past, contextId: 'ask', email: null, expiresAt };
    const page = `/resume/${asking}/${past}?token=${server.app.get(LinkSignature).sign(signed)}`;
    const shown = { answered: [past], paused: [waiting, past] };
    await eventually(async () => expect({ answered: await questions('answered'), paused: await paused() }).toEqual(shown));
    await server.as().get(page).expect(200);
    await owner().patch(workspace()).send({ retentionDays: 30 }).expect(200);
    clock.days = 31;
    expect({ answered: await questions('answered'), paused: await paused() }).toEqual({ answered: [], paused: [waiting] });
    expect(await questions()).toContain(waiting);
    await server.as().get(page).expect(404);
    await owner().patch(workspace()).send({ retentionDays: null }).expect(200);
    clock.days = 0;
  });
});

describe('a hold on a run', () => {
  it('needs a reason, an admin and a run', async () => {
    const executionId = await run();
    await owner()
      .put(`${log(executionId)}/hold`)
      .send({})
      .expect(400);
    await server
      .as(await memberKey(server, 'write'))
      .put(`${log(executionId)}/hold`)
      .send({ reason: 'mine' })
      .expect(403);
    await owner()
      .put(`${log(executionId)}/hold`)
      .send({ reason: 'Case 4711' })
      .expect(200);
    const { body: held } = await owner()
      .get(`${log(executionId)}/hold`)
      .expect(200);
    expect(held.data).toEqual({ executionId, held: true, reason: 'Case 4711' });
    await owner()
      .put(`${log('nowhere')}/hold`)
      .send({ reason: 'x' })
      .expect(404);
    await owner()
      .delete(`${log(executionId)}/hold`)
      .expect(200);
    const { body: released } = await owner()
      .get(`${log(executionId)}/hold`)
      .expect(200);
    expect(released.data).toEqual({ executionId, held: false, reason: null });
  });
});
