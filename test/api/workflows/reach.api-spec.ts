import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workflowStream } from '#modules/workflows/domain/workflow.events.js';
import { createUser } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { deployedWorkflow, greeting, memberKey } from '../../support/workflow-api.js';
import { workflowFixture } from '../../support/workflow-documents.js';

let server: TestApp;
let workflowId: string;
let folderId: string;
let keys: { stranger: string; reader: string; writer: string };

beforeAll(async () => {
  server = await startTestApp();
  const { workspaceId, apiKey } = server.first;
  workflowId = await deployedWorkflow(server);
  const { body } = await server.as(apiKey).post('/api/v1/folders').send({ workspaceId, name: 'F' }).expect(200);
  folderId = body.data.id;
  keys = { stranger: (await createUser(server)).key, reader: await memberKey(server, 'read'), writer: await memberKey(server, 'write') };
}, 60_000);
afterAll(() => server.close());

const absent = '00000000-0000-4000-8000-000000000000';

type Route = readonly [
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  path: string,
  needed: 'read' | 'write' | 'admin',
  body?: object,
];

const workflowRoutes: readonly Route[] = [
  ['get', '/api/v1/workflows/:id', 'read'],
  ['get', '/api/workflows/:id/status', 'read'],
  ['get', '/api/v1/workflows/:id/state', 'read'],
  ['get', '/api/v1/workflows/:id/export', 'read'],
  ['patch', '/api/v1/workflows/:id', 'write', { name: 'Renamed' }],
  ['put', '/api/v1/workflows/:id/state', 'write', { state: greeting() }],
  ['get', '/api/v1/workflows/:id/versions', 'admin'],
  ['post', '/api/v1/workflows/:id/deploy', 'admin', {}],
  ['post', '/api/v1/workflows/:id/rollback', 'admin', { version: 1 }],
  ['delete', '/api/v1/workflows/:id/deploy', 'admin'],
  ['delete', '/api/v1/workflows/:id', 'write'],
];
const folderRoutes: readonly Route[] = [
  ['patch', '/api/v1/folders/:id', 'write', { name: 'Renamed' }],
  ['delete', '/api/v1/folders/:id', 'write'],
];
const workspaceRoutes: readonly Route[] = [
  ['get', '/api/v1/workflows?workspaceId=:id', 'read'],
  ['get', '/api/v1/folders?workspaceId=:id', 'read'],
  ['post', '/api/v1/workflows', 'write', { name: 'x' }],
  ['post', '/api/v1/workflows/import', 'write', { workflow: workflowFixture('fee-gate') }],
  ['post', '/api/v1/folders', 'write', { name: 'x' }],
];

async function send([method, path, , body]: Route, id: string, key: string, more: object = {}) {
  const request = server.as(key)[method](path.replace(':id', id));
  const { status, text } = await (body === undefined ? request : request.send({ ...body, ...more }));
  return { status, text };
}

describe('an id of a workflow or folder', () => {
  it.each([...workflowRoutes, ...folderRoutes])('gives a stranger the response for an absent one: %s %s', async (...route) => {
    const id = route[1].includes('folders') ? folderId : workflowId;
    const [foreign, unknown, nonsense] = [
      await send(route, id, keys.stranger),
      await send(route, absent, keys.stranger),
      await send(route, 'nonsense', keys.stranger),
    ];
    expect(foreign.status).toBe(404);
    expect(foreign).toEqual(unknown);
    expect(foreign).toEqual(nonsense);
  });
});

describe('a workspace that the caller may not use', () => {
  it.each(workspaceRoutes)('is the same 403 whether it exists or not: %s %s', async (...route) => {
    const { workspaceId } = server.first;
    const foreign = await send(route, workspaceId, keys.stranger, { workspaceId });
    expect(foreign.status).toBe(403);
    expect(foreign).toEqual(await send(route, absent, keys.stranger, { workspaceId: absent }));
  });
});

describe('a member with too little permission', () => {
  const beyond = (held: 'read' | 'write') =>
    [...workflowRoutes, ...folderRoutes].filter(([, , needed]) => needed !== 'read' && needed !== held);

  it.each(beyond('read'))('with read gets 403 at %s %s', async (...route) => {
    const id = route[1].includes('folders') ? folderId : workflowId;
    expect((await send(route, id, keys.reader)).status).toBe(403);
  });

  it.each(beyond('write'))('with write gets 403 at %s %s', async (...route) => {
    expect((await send(route, workflowId, keys.writer)).status).toBe(403);
  });

  it.each(workspaceRoutes.filter(([, , needed]) => needed === 'write'))('with read gets 403 at %s %s', async (...route) => {
    const { workspaceId } = server.first;
    expect((await send(route, workspaceId, keys.reader, { workspaceId })).status).toBe(403);
  });
});

describe('a member with enough permission', () => {
  it.each(workflowRoutes.filter(([, , needed]) => needed === 'read'))('with read is admitted at %s %s', async (...route) => {
    expect((await send(route, workflowId, keys.reader)).status).toBe(200);
  });

  it('with write edits, and the event names them', async () => {
    await send(['patch', '/api/v1/workflows/:id', 'write', { name: 'By a writer' }], workflowId, keys.writer);
    const events = await server.database.store.read(workflowStream, workflowId);
    const last = events.at(-1);
    expect(last).toMatchObject({ type: 'workflow.details-changed', workspaceId: server.first.workspaceId });
    const text = expect.any(String);
    expect(last?.meta).toEqual({ actorId: text, keyId: text, requestId: text, ip: text });
  });
});
