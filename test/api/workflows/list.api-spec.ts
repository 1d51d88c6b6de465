import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow, deployedWorkflow } from '../../support/workflow-api.js';

let server: TestApp;
let folderId: string;
const ids: string[] = [];

beforeAll(async () => {
  server = await startTestApp();
  const { workspaceId, apiKey } = server.first;
  const { body } = await server.as(apiKey).post('/api/v1/folders').send({ workspaceId, name: 'Some' }).expect(200);
  folderId = body.data.id;
  ids.push(await createWorkflow(server, { name: 'first', folderId }));
  ids.push(await deployedWorkflow(server, 'second'));
  ids.push(await createWorkflow(server, { name: 'third', folderId }));
  ids.push(await createWorkflow(server, { name: 'fourth' }));
}, 60_000);
afterAll(() => server.close());

const list = (query: object = {}) =>
  server
    .as(server.first.apiKey)
    .get('/api/v1/workflows')
    .query({ workspaceId: server.first.workspaceId, ...query });
const idsOf = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map(({ id }) => id);

describe('the list of workflows', () => {
  it('contains each workflow with its deployment state, oldest first', async () => {
    const { body } = await list().expect(200);
    expect(idsOf({ body })).toEqual(ids);
    expect(body.nextCursor).toBeNull();
    expect(body.data[1]).toEqual({
      id: ids[1],
      name: 'second',
      description: null,
      folderId: null,
      workspaceId: server.first.workspaceId,
      isDeployed: true,
      deployedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      runCount: 0,
      lastRunAt: null,
      lastRunStatus: null,
      activeVersion: 1,
    });
    expect(body.data[0]).toMatchObject({ isDeployed: false, activeVersion: null, deployedAt: null, folderId });
  });

  it('contains how often each workflow ran, and when last', async () => {
    const runs: string[] = [];
    for (let run = 0; run < 3; run += 1) {
      const { body } = await server
        .as(server.first.apiKey)
        .post(`/api/workflows/${ids[1] ?? ''}/execute`)
        .send({})
        .expect(200);
      runs.push(body.metadata.startTime as string);
    }
    await eventually(async () => {
      const { body } = await list().expect(200);
      const counts = body.data.map(({ runCount, lastRunAt }: Record<string, unknown>) => [runCount, lastRunAt]);
      expect(counts).toEqual([0, 3, 0, 0].map((count) => [count, count === 0 ? null : runs[2]]));
      const { body: one } = await server
        .as(server.first.apiKey)
        .get(`/api/v1/workflows/${ids[1] ?? ''}`)
        .expect(200);
      expect(one.data).toMatchObject({ runCount: 3, lastRunAt: runs[2], lastRunStatus: 'completed' });
    }, 20_000);
  });

  it('continues after the previous page until the cursor is null', async () => {
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const answer = await list({ limit: 3, ...(cursor ? { cursor } : {}) }).expect(200);
      seen.push(...idsOf(answer));
      cursor = answer.body.nextCursor as string | null;
    } while (cursor !== null);
    expect(seen).toEqual(ids);
  });

  it('has no cursor when the last page is full', async () => {
    expect((await list({ limit: 4 })).body.nextCursor).toBeNull();
  });

  it('filters by folder', async () => {
    expect(idsOf(await list({ folderId }))).toEqual([ids[0], ids[2]]);
    expect(idsOf(await list({ folderId: 'no-such-folder' }))).toEqual([]);
  });

  it.each(['true', '1', 'TRUE'])('contains only deployed workflows if deployedOnly is %s', async (deployedOnly) => {
    expect(idsOf(await list({ deployedOnly }))).toEqual([ids[1]]);
  });

  it('leaves out deleted workflows', async () => {
    const gone = await createWorkflow(server);
    await server.as(server.first.apiKey).delete(`/api/v1/workflows/${gone}`).expect(200);
    expect(idsOf(await list())).toEqual(ids);
  });

  it.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ limit: 'many' }, 'limit'],
    [{ deployedOnly: 'perhaps' }, 'deployedOnly'],
    [{ cursor: 'made-by-hand' }, 'cursor'],
  ])('refuses %j', async (query, field) => {
    const { body } = await list(query).expect(400);
    expect(body.details).toMatchObject([{ path: [field] }]);
  });

  it('requires a workspace', async () => {
    const { body } = await server.as(server.first.apiKey).get('/api/v1/workflows').expect(400);
    expect(body.details).toMatchObject([{ path: ['workspaceId'], code: 'required' }]);
  });

  it('rejects a modified cursor, and one of another list', async () => {
    const { nextCursor } = (await list({ limit: 2 })).body as { nextCursor: string };
    await list({ limit: 1, cursor: nextCursor }).expect(200);
    const changed = (nextCursor.startsWith('A') ? 'B' : 'A') + nextCursor.slice(1);
    for (const query of [{ cursor: changed }, { cursor: nextCursor, deployedOnly: 'true' }, { cursor: nextCursor, folderId }]) {
      const { body } = await list(query).expect(400);
      expect(body.details).toMatchObject([{ path: ['cursor'] }]);
    }
  });
});
