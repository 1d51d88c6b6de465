import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Deployments, WorkflowDirectory } from '#modules/workflows/index.js';
import { staleFor } from '../../support/stale-for.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createUser } from '../../support/issue-key.js';
import { createWorkflow, deployedWorkflow, greeting } from '../../support/workflow-api.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const deploy = (id: string, label: object = {}) => owner().post(`/api/v1/workflows/${id}/deploy`).send(label);
const rollBack = (id: string, body: object = {}) => owner().post(`/api/v1/workflows/${id}/rollback`).send(body);
const save = (id: string, code: string) =>
  owner()
    .put(`/api/v1/workflows/${id}/state`)
    .send({ state: greeting(code) })
    .expect(200);
const deployments = () => server.app.get(Deployments, { strict: false });
const activeVersion = async (id: string) => (await deployments().find(id))?.activeVersion;

async function threeVersions(): Promise<string> {
  const id = await deployedWorkflow(server);
  for (const code of ['return 2', 'return 3']) {
    await save(id, code);
    await deploy(id).expect(200);
  }
  return id;
}

describe('a deployment', () => {
  it('is active when the response arrives', async () => {
    const id = await createWorkflow(server, { state: greeting() });
    expect(await activeVersion(id)).toBeNull();
    await deploy(id).expect(200);
    expect(await activeVersion(id)).toBe(1);
  });

  it('copies the draft: later edits do not change it', async () => {
    const id = await deployedWorkflow(server);
    await save(id, 'return 2');
    expect((await deployments().document(id, 1)).blocks['greet']?.subBlocks['code']?.value).toBe('return { hello: 1 }');
  });

  it('is numbered, labelled and listed, newest first', async () => {
    const id = await deployedWorkflow(server);
    await save(id, 'return 2');
    await deploy(id, { name: 'Two', description: 'returns two' }).expect(200);
    const { body } = await owner().get(`/api/v1/workflows/${id}/versions`).expect(200);
    const both = { deployedAt: expect.stringMatching(/Z$/), deployedBy: server.first.userId };
    expect(body).toEqual({
      data: [
        { version: 2, name: 'Two', description: 'returns two', isActive: true, ...both },
        { version: 1, name: null, description: null, isActive: false, ...both },
      ],
      nextCursor: null,
    });
  });

  it('is read with its document by its number, after a later one too', async () => {
    const id = await threeVersions();
    const { body } = await owner().get(`/api/v1/workflows/${id}/versions/1`).expect(200);
    expect(body.data).toMatchObject({
      version: 1,
      isActive: false,
      deployedBy: server.first.userId,
      state: { blocks: { start: {}, greet: {} } },
    });
    expect(body.data.state).toEqual(await deployments().document(id, 1));
    expect((await owner().get(`/api/v1/workflows/${id}/versions/3`).expect(200)).body.data.isActive).toBe(true);
    for (const version of ['0', '4', '-1', '1.0', 'x', '99999999999'])
      await owner().get(`/api/v1/workflows/${id}/versions/${version}`).expect(404);
  });

  it('of an empty draft is rejected', async () => {
    const { body } = await deploy(await createWorkflow(server)).expect(400);
    expect(body.details).toMatchObject([{ code: 'no_start' }]);
  });

  it('with a name that is too long is rejected', async () => {
    const { body } = await deploy(await createWorkflow(server, { state: greeting() }), { name: 'x'.repeat(101) }).expect(400);
    expect(body.details).toMatchObject([{ path: ['name'] }]);
  });

  it('gets numbers without gaps, even with concurrent requests', async () => {
    const id = await createWorkflow(server, { state: greeting() });
    const answers = await Promise.all(Array.from({ length: 6 }, () => deploy(id)));
    const versions = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.version as number);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([]);
    const { body } = await owner().get(`/api/v1/workflows/${id}/versions`);
    expect(body.data.map(({ version }: { version: number }) => version)).toEqual(versions.map((_, index) => versions.length - index));
  });
});

describe('a rollback', () => {
  it('activates the version before the active one and keeps the draft', async () => {
    const id = await threeVersions();
    const { body } = await rollBack(id).expect(200);
    expect(body.data).toMatchObject({ id, isDeployed: true, version: 2, deployedAt: expect.stringMatching(/Z$/), warnings: [] });
    expect(await activeVersion(id)).toBe(2);
    const { body: draft } = await owner().get(`/api/v1/workflows/${id}/state`);
    expect(draft.data.state.blocks.greet.subBlocks.code.value).toBe('return 3');
  });

  it('activates a version by its number, including a later one', async () => {
    const id = await threeVersions();
    await rollBack(id, { version: 1 }).expect(200);
    expect(await activeVersion(id)).toBe(1);
    await rollBack(id, { version: 3 }).expect(200);
    expect(await activeVersion(id)).toBe(3);
  });

  it('has nowhere to go from the first version', async () => {
    const { body } = await rollBack(await deployedWorkflow(server)).expect(400);
    expect(body.error).toBe('No previous deployment version to roll back to');
  });

  it('to an unknown version is 404, and to an invalid one 400', async () => {
    const id = await deployedWorkflow(server);
    await rollBack(id, { version: 7 }).expect(404);
    for (const version of [0, -1, 1.5, '1']) {
      const { body } = await rollBack(id, { version }).expect(400);
      expect(body.details).toMatchObject([{ path: ['version'] }]);
    }
  });

  it('uses no number: the next deployment continues after the latest', async () => {
    const id = await threeVersions();
    await rollBack(id).expect(200);
    expect((await deploy(id).expect(200)).body.data.version).toBe(4);
  });
});

describe('the name and the description of a version', () => {
  const describeVersion = (id: string, version: number | string, body: object) =>
    owner().patch(`/api/v1/workflows/${id}/versions/${version}`).send(body);

  it('are changed after the deployment, each alone; an empty text removes one', async () => {
    const id = await deployedWorkflow(server);
    const { body } = await describeVersion(id, 1, { name: 'Spring', description: 'New prices' }).expect(200);
    expect(body.data).toMatchObject({ version: 1, name: 'Spring', description: 'New prices', isActive: true });
    expect((await describeVersion(id, 1, { description: '' }).expect(200)).body.data).toMatchObject({ name: 'Spring', description: null });
    expect((await describeVersion(id, 1, {}).expect(200)).body.data).toMatchObject({ name: 'Spring', description: null });
    expect((await owner().get(`/api/v1/workflows/${id}/versions`).expect(200)).body.data).toMatchObject([{ name: 'Spring' }]);
    expect(await activeVersion(id)).toBe(1);
  });

  it('are written once: saving them unchanged adds nothing to the history', async () => {
    const id = await deployedWorkflow(server);
    const texts = { name: 'Spring', description: 'New prices' };
    await describeVersion(id, 1, texts).expect(200);
    const history = async (): Promise<unknown> => (await owner().get(`/api/v1/workflows/${id}/draft/history`).expect(200)).body.data;
    const before = await history();
    expect((await describeVersion(id, 1, texts).expect(200)).body.data).toMatchObject(texts);
    expect(await history()).toEqual(before);
  });

  it.each([2, 0, 'latest'])('of version %s, which does not exist, cannot be changed', async (version) => {
    const id = await deployedWorkflow(server);
    await describeVersion(id, version, { name: 'Spring' }).expect(404);
  });

  it('have limits', async () => {
    const id = await deployedWorkflow(server);
    await describeVersion(id, 1, { name: 'x'.repeat(101) }).expect(400);
    await describeVersion(id, 1, { description: 'x'.repeat(50_001) }).expect(400);
  });
});

describe('an undeployment', () => {
  it('deactivates the workflow at once', async () => {
    const id = await deployedWorkflow(server);
    const { body } = await owner().delete(`/api/v1/workflows/${id}/deploy`).expect(200);
    expect(body).toEqual({ data: { id, isDeployed: false, deployedAt: null, warnings: [] } });
    expect(await activeVersion(id)).toBeNull();
  });

  it('of a workflow that is not deployed is rejected', async () => {
    const { body } = await owner()
      .delete(`/api/v1/workflows/${await createWorkflow(server)}/deploy`)
      .expect(400);
    expect(body.error).toBe('Workflow is not deployed');
  });
});

describe('a deleted workflow', () => {
  it('is not found, but its versions and its name are kept for its runs', async () => {
    const id = await deployedWorkflow(server, 'Gone soon');
    const { body } = await owner().delete(`/api/v1/workflows/${id}`).expect(200);
    expect(body).toEqual({ data: { id, message: 'Workflow deleted' } });
    expect(await deployments().find(id)).toBeUndefined();
    expect(Object.keys((await deployments().document(id, 1)).blocks)).toEqual(['start', 'greet']);
    expect(await server.app.get(WorkflowDirectory, { strict: false }).describe([id, 'nonsense'])).toMatchObject([
      { id, name: 'Gone soon', deleted: true },
    ]);
    for (const path of ['', '/state', '/export', '/versions']) await owner().get(`/api/v1/workflows/${id}${path}`).expect(404);
    await owner().get(`/api/workflows/${id}/status`).expect(404);
    await owner().delete(`/api/v1/workflows/${id}`).expect(404);
  });
});

describe('a deployment in another process', () => {
  it('is visible within a second', async () => {
    const other = await startTestApp({ beside: server });
    try {
      const id = await createWorkflow(server, { state: greeting() });
      const elsewhere = other.app.get(Deployments, { strict: false });
      expect(await elsewhere.find(id)).toMatchObject({ activeVersion: null });
      await deploy(id).expect(200);
      expect(await staleFor(async () => (await elsewhere.find(id))?.activeVersion === 1)).toBeLessThan(1000);
    } finally {
      await other.close();
    }
  }, 60_000);
});

describe('deploying a revision of the draft', () => {
  const deployNow = (id: string, body: object, key = server.first.apiKey) =>
    server.as(key).post(`/api/v1/workflows/${id}/deploy`).send(body);
  const edit = async (id: string, base: number, name: string, key = server.first.apiKey): Promise<number> => {
    const ops = [{ op: 'rename', id: 'start', name }];
    const { body } = await server
      .as(key)
      .patch(`/api/v1/workflows/${id}/draft`)
      .send({ editId: `${name}-${base}`, base, label: name, ops })
      .expect(200);
    return body.data.revision as number;
  };

  it('names the authors of what has changed since the deployment before', async () => {
    const id = await createWorkflow(server, { state: greeting() });
    const { revision } = (await server.as(server.first.apiKey).get(`/api/v1/workflows/${id}/draft`).expect(200)).body.data;
    const user = await createUser(server);
    const members = `/api/v1/workspaces/${server.first.workspaceId}/members`;
    await server.as(server.first.apiKey).post(members).send({ email: user.email, permission: 'write' }).expect(200);
    const first = (await deployNow(id, { revision }).expect(200)).body.data;
    expect(first.authors).toMatchObject([{ userId: server.first.userId, edits: 1 }]);
    const seen = await edit(id, await edit(id, revision, 'Begin'), 'Go', user.key);
    const { body } = await deployNow(id, { revision: seen }).expect(200);
    expect(body.data.authors).toMatchObject([
      { userId: user.id, name: expect.stringMatching(/^User/), edits: 1 },
      { userId: server.first.userId, edits: 1 },
    ]);
    expect((await deployNow(id, {}).expect(200)).body.data.authors).toEqual([]);
  });

  it('is refused when the draft has changed since, and nothing is deployed', async () => {
    const id = await createWorkflow(server, { state: greeting() });
    const { revision } = (await server.as(server.first.apiKey).get(`/api/v1/workflows/${id}/draft`).expect(200)).body.data;
    const now = await edit(id, revision, 'Begin');
    const { body } = await deployNow(id, { revision }).expect(409);
    expect(body).toMatchObject({
      code: 'DRAFT_CHANGED',
      details: [{ path: ['revision'], message: expect.stringContaining(`revision ${now}: Begin`) }],
    });
    const { body: versions } = await server.as(server.first.apiKey).get(`/api/v1/workflows/${id}/versions`).expect(200);
    expect(versions.data).toEqual([]);
    await deployNow(id, { revision: now + 9 }).expect(400);
    const both = await Promise.all([deployNow(id, { revision: now }), deployNow(id, { revision: now })]);
    expect(new Set(both.map(({ body: { data, code } }) => code ?? data.version))).toEqual(new Set([1, 2]));
  });
});
