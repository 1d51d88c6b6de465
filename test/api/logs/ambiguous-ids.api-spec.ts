import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUser, issueKey } from '../../support/issue-key.js';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const chosen = 'order:17';
let server: TestApp;
let second: string;
const workflows = new Map<string, string>();

beforeAll(async () => {
  server = await startTestApp();
  const { body } = await owner().post('/api/v1/workspaces').send({ name: 'Second' }).expect(200);
  second = body.data.id as string;
  for (const workspaceId of [server.first.workspaceId, second]) {
    const id = await deployed(workspaceId);
    workflows.set(workspaceId, id);
    await owner().post(`/api/workflows/${id}/execute`).set('X-Execution-Id', chosen).send({}).expect(200);
  }
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);

async function deployed(workspaceId: string): Promise<string> {
  if (workspaceId === server.first.workspaceId) return deployState(server, inARow(functionBlock('done', 'return 1')));
  const workflow = { version: '1.0', state: { ...inARow(functionBlock('done', 'return 1')), metadata: { name: 'There' } } };
  const { body } = await owner().post('/api/v1/workflows/import').send({ workspaceId, workflow }).expect(201);
  await owner()
    .post(`/api/v1/workflows/${body.data.id as string}/deploy`)
    .expect(200);
  return body.data.id as string;
}

const paths = ['', '/diagnosis', '/effects'].map((path) => `/api/v1/logs/executions/${chosen}${path}`);

describe('an execution id that callers chose in two workspaces', () => {
  it.each(paths)('is refused by %s, with the parameter that names one', async (path) => {
    const { body } = await owner().get(path).expect(409);
    expect(body).toEqual({
      error: `Several workspaces have a run with the id "${chosen}". Add workspaceId to the query to name one`,
      code: 'EXECUTION_ID_AMBIGUOUS',
    });
  });

  it('names the run of the workspace in the query', async () => {
    for (const [workspaceId, workflowId] of workflows) {
      for (const path of paths) await owner().get(path).query({ workspaceId }).expect(200);
      const { body } = await owner().get(`/api/v1/logs/executions/${chosen}`).query({ workspaceId }).expect(200);
      expect(body.workflowId).toBe(workflowId);
    }
  });

  it('names the log of that run, as its own id does', async () => {
    for (const [workspaceId, workflowId] of workflows) {
      const { body } = await owner().get(`/api/v1/logs/${chosen}`).query({ workspaceId }).expect(200);
      expect(body.data).toMatchObject({ executionId: chosen, workflowId });
      const { body: same } = await owner()
        .get(`/api/v1/logs/${body.data.id as string}`)
        .query({ workspaceId })
        .expect(200);
      expect(same.data).toEqual(body.data);
    }
    await owner().get(`/api/v1/logs/${chosen}`).expect(404);
  });

  it('names one run to a caller who reaches one of the workspaces', async () => {
    const { key } = await issueKey(server, { name: 'one', workspaceId: second });
    for (const path of paths) await server.as(key).get(path).expect(200);
    expect((await server.as(key).get(paths[0] ?? '')).body.workflowId).toBe(workflows.get(second));
  });

  it('is not found in a workspace without it, and forbidden in a foreign one', async () => {
    const { body } = await owner().post('/api/v1/workspaces').send({ name: 'Third' }).expect(200);
    const stranger = await createUser(server);
    for (const path of paths) {
      await owner()
        .get(path)
        .query({ workspaceId: body.data.id as string })
        .expect(404);
      await server.as(stranger.key).get(path).query({ workspaceId: second }).expect(403);
      await server.as(stranger.key).get(path).expect(404);
    }
    const log = `/api/v1/logs/${chosen}`;
    await owner()
      .get(log)
      .query({ workspaceId: body.data.id as string })
      .expect(404);
    await server.as(stranger.key).get(log).query({ workspaceId: second }).expect(403);
  });

  it('is put on hold in the workspace in the query', async () => {
    const path = `/api/v1/logs/executions/${chosen}/hold`;
    await owner().put(path).send({ reason: 'A dispute' }).expect(409);
    const { body } = await owner().put(path).query({ workspaceId: second }).send({ reason: 'A dispute' }).expect(200);
    expect(body.data).toMatchObject({ executionId: chosen, held: true });
    await owner().delete(path).expect(409);
    await owner().delete(path).query({ workspaceId: second }).expect(200);
  });
});
