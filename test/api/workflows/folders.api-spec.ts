import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WorkflowDirectory } from '#modules/workflows/index.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow, greeting } from '../../support/workflow-api.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const change = (id: string, body: object) => owner().patch(`/api/v1/folders/${id}`).send(body);
const workflow = async (id: string) => (await owner().get(`/api/v1/workflows/${id}`).expect(200)).body.data as { folderId: string | null };
const folders = async () => {
  const { body } = await owner().get('/api/v1/folders').query({ workspaceId: server.first.workspaceId }).expect(200);
  return body.data as { id: string; parentId: string | null }[];
};
const parentOf = async (id: string) => (await folders()).find((folder) => folder.id === id)?.parentId;

async function create(name: string, parentId?: string, workspaceId = server.first.workspaceId): Promise<string> {
  const { body } = await owner().post('/api/v1/folders').send({ workspaceId, name, parentId }).expect(200);
  return body.data.id as string;
}

describe('a folder', () => {
  it('is created in a folder, listed, renamed and moved to the root', async () => {
    const outer = await create('Outer');
    const inner = await create('Inner', outer);
    expect(await folders()).toEqual(expect.arrayContaining([expect.objectContaining({ id: inner, name: 'Inner', parentId: outer })]));
    const { body } = await change(inner, { name: ' Renamed ', parentId: null }).expect(200);
    expect(body.data).toEqual({
      id: inner,
      name: 'Renamed',
      workspaceId: server.first.workspaceId,
      parentId: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
  });

  it('cannot be moved into itself or one of its subfolders', async () => {
    const top = await create('Top');
    const middle = await create('Middle', top);
    const bottom = await create('Bottom', middle);
    for (const parentId of [top, middle, bottom]) {
      const { body } = await change(top, { parentId }).expect(400);
      expect(body.details).toMatchObject([{ path: ['parentId'], code: 'circle' }]);
    }
    expect(await parentOf(top)).toBeNull();
  });

  it('cannot become part of a cycle by concurrent moves', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await create('A'), await create('B')];
      const answers = await Promise.all([change(a, { parentId: b }), change(b, { parentId: a })]);
      expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 400]);
      expect([await parentOf(a), await parentOf(b)]).toContain(null);
    }
  });

  it('that is deleted keeps no workflow that is put in it at the same moment', async () => {
    for (let round = 0; round < 6; round += 1) {
      const folderId = await create(`Leaving ${round}`);
      const moved = await createWorkflow(server);
      const { workspaceId } = server.first;
      const [deleted, ...placed] = await Promise.all([
        owner().delete(`/api/v1/folders/${folderId}`),
        owner().patch(`/api/v1/workflows/${moved}`).send({ folderId }),
        owner().post('/api/v1/workflows').send({ workspaceId, name: 'New', folderId }),
        owner()
          .post('/api/v1/workflows/import')
          .send({ workspaceId, folderId, workflow: { version: '1.0', state: greeting() } }),
      ]);
      expect(deleted.status).toBe(200);
      const made = placed.filter(({ status }) => status !== 404);
      expect(made.every(({ status }) => status < 300)).toBe(true);
      for (const { body } of made) expect((await workflow(body.data.id as string)).folderId).toBeNull();
    }
  });

  it('takes many workflows at the same moment', async () => {
    const folderId = await create('Filled');
    const made = await Promise.all(Array.from({ length: 24 }, (_each, index) => createWorkflow(server, { name: `W${index}`, folderId })));
    for (const id of made) expect((await workflow(id)).folderId).toBe(folderId);
  });

  it('cannot be in an absent folder or one of another workspace', async () => {
    const { body } = await owner().post('/api/v1/workspaces').send({ name: 'Elsewhere' }).expect(200);
    const foreign = await create('Foreign', undefined, body.data.id);
    const own = await create('Own');
    const absent = '00000000-0000-4000-8000-000000000000';
    const answers = await Promise.all([foreign, absent, 'nonsense'].map((parentId) => change(own, { parentId })));
    expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(
      Array(3).fill('404 {"error":"Folder not found","code":"NOT_FOUND"}'),
    );
    await owner().post('/api/v1/folders').send({ workspaceId: server.first.workspaceId, name: 'x', parentId: foreign }).expect(404);
    const workflowId = await createWorkflow(server);
    await owner().patch(`/api/v1/workflows/${workflowId}`).send({ folderId: foreign }).expect(404);
  });

  it('moves its content to its parent when it is deleted', async () => {
    const outer = await create('Outer');
    const gone = await create('Gone', outer);
    const inner = await create('Inner', gone);
    const workflowId = await createWorkflow(server, { folderId: gone });
    const { body } = await owner().delete(`/api/v1/folders/${gone}`).expect(200);
    expect(body).toEqual({ data: { id: gone, message: 'Folder deleted' } });
    expect(await parentOf(inner)).toBe(outer);
    expect(await workflow(workflowId)).toMatchObject({ folderId: outer });
    await change(gone, { name: 'Back' }).expect(404);
  });

  it('requires a name and a workspace', async () => {
    const { body } = await owner().post('/api/v1/folders').send({ name: ' ' }).expect(400);
    expect(body.details.map(({ path }: { path: string[] }) => path[0]).toSorted()).toEqual(['name', 'workspaceId']);
  });
});

describe('a workflow', () => {
  it('is renamed, described and moved; absent fields keep their value', async () => {
    const folderId = await create('Place');
    const id = await createWorkflow(server, { name: 'Before' });
    const patch = (body: object) => owner().patch(`/api/v1/workflows/${id}`).send(body).expect(200);
    expect((await patch({ name: 'After', folderId })).body.data).toMatchObject({ name: 'After', description: null, folderId });
    expect((await patch({ description: 'what it does' })).body.data).toMatchObject({
      name: 'After',
      description: 'what it does',
      folderId,
    });
    expect((await patch({ folderId: null, description: null })).body.data).toMatchObject({ description: null, folderId: null });
    expect((await patch({})).body.data).toMatchObject({ name: 'After' });
  });

  it('is found by its folder', async () => {
    const [a, b] = [await create('A'), await create('B')];
    const inA = await createWorkflow(server, { folderId: a });
    const inB = await createWorkflow(server, { folderId: b });
    const directory = server.app.get(WorkflowDirectory, { strict: false });
    expect(await directory.inFolders(server.first.workspaceId, [a])).toEqual([inA]);
    expect([...(await directory.inFolders(server.first.workspaceId, [a, b, 'nonsense']))].toSorted()).toEqual([inA, inB]);
  });
});
