import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditCaughtUp } from '../../support/audit-caught-up.js';
import { createUser, issueKey, type TestUser } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const absent = '00000000-0000-4000-8000-000000000000';
let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = (): ReturnType<TestApp['as']> => server.as(server.first.apiKey);
const members = (): string => `/api/v1/organizations/${server.first.organizationId}/members`;

async function colleague(role: string): Promise<TestUser> {
  const user = await createUser(server);
  await owner().post(members()).send({ email: user.email, role }).expect(200);
  return user;
}

async function workspaceOf(key: string): Promise<string> {
  const { organizationId } = server.first;
  const { body } = await server.as(key).post('/api/v1/workspaces').send({ name: 'W', organizationId }).expect(200);
  return `/api/v1/workspaces/${body.data.id}`;
}

describe('a user who is removed from an organization', () => {
  it('loses the workspaces that they made there, which become those of the owner who removed them', async () => {
    const ada = await colleague('admin');
    const workspace = await workspaceOf(ada.key);
    const made = await server.as(ada.key).post(`${workspace}/api-keys`).send({ name: 'left behind' }).expect(200);
    await owner().delete(`${members()}/${ada.id}`).expect(200);
    await server.as(ada.key).get(workspace).expect(404);
    await server.as(made.body.data.key).get(workspace).expect(404);
    const { body } = await owner().get(workspace).expect(200);
    expect(body.data.ownerId).toBe(server.first.userId);
    const left = await owner().get(`${workspace}/members`).expect(200);
    expect(left.body.data).toEqual([{ userId: server.first.userId, email: 'owner@localhost', permission: 'admin' }]);
  });

  it('loses their memberships in the workspaces of the organization, and no others', async () => {
    const bob = await colleague('member');
    const [inside, other] = [await workspaceOf(server.first.apiKey), (await createOrganization('Elsewhere')).workspace];
    for (const each of [inside, other]) await owner().post(`${each}/members`).send({ email: bob.email, permission: 'write' }).expect(200);
    await owner().delete(`${members()}/${bob.id}`).expect(200);
    await server.as(bob.key).get(inside).expect(404);
    await server.as(bob.key).get(other).expect(200);
  });

  it('loses all that while others change the organization and its workspaces', async () => {
    const ada = await colleague('admin');
    const workspaces = [await workspaceOf(ada.key), await workspaceOf(ada.key), await workspaceOf(ada.key)];
    const change = (workspace: string, name: string) => owner().patch(workspace).send({ name }).expect(200);
    const changes = ['1', '2', '3', '4'].flatMap((name) => [
      ...workspaces.map((workspace) => change(workspace, name)),
      change(`/api/v1/organizations/${server.first.organizationId}`, `Busy ${name}`),
    ]);
    await Promise.all([...changes, owner().delete(`${members()}/${ada.id}`).expect(200)]);
    for (const workspace of workspaces) {
      await server.as(ada.key).get(workspace).expect(404);
      expect((await owner().get(workspace).expect(200)).body.data).toMatchObject({ ownerId: server.first.userId });
    }
  });

  it('keeps everything when they are its last owner', async () => {
    const { id, workspace } = await createOrganization('Of one');
    await owner().delete(`/api/v1/organizations/${id}/members/${server.first.userId}`).expect(409);
    await owner().get(`${workspace}/members`).expect(200);
  });
});

async function createOrganization(name: string): Promise<{ id: string; workspace: string }> {
  const id = (await owner().post('/api/v1/organizations').send({ name }).expect(200)).body.data.id as string;
  const made = await owner().post('/api/v1/workspaces').send({ name: 'W', organizationId: id }).expect(200);
  return { id, workspace: `/api/v1/workspaces/${made.body.data.id}` };
}

describe('members', () => {
  it('leave an organization by themselves, and what they owned there becomes the first owner’s', async () => {
    const ada = await colleague('admin');
    const workspace = await workspaceOf(ada.key);
    const limited = await issueKey(server, { name: 'for reading', userId: ada.id, scopes: ['read'] });
    await server.as(limited.key).delete(`${members()}/${ada.id}`).expect(404);
    await server.as(ada.key).delete(`${members()}/${server.first.userId}`).expect(403);
    await server.as(ada.key).delete(`${members()}/${ada.id}`).expect(200);
    await server.as(ada.key).get(workspace).expect(404);
    expect((await owner().get(workspace).expect(200)).body.data.ownerId).toBe(server.first.userId);
    await server.as(ada.key).delete(`${members()}/${ada.id}`).expect(404);
  });

  it('leave a workspace by themselves, whatever they may do there, also where it refuses personal keys', async () => {
    const workspace = await workspaceOf(server.first.apiKey);
    const reader = await createUser(server);
    await owner().post(`${workspace}/members`).send({ email: reader.email, permission: 'read' }).expect(200);
    await owner().patch(workspace).send({ allowPersonalApiKeys: false }).expect(200);
    const limited = await issueKey(server, { name: 'for reading', userId: reader.id, scopes: ['read'] });
    await server.as(limited.key).delete(`${workspace}/members/${reader.id}`).expect(403);
    await server.as(reader.key).delete(`${workspace}/members/${server.first.userId}`).expect(403);
    await server.as(reader.key).delete(`${workspace}/members/${reader.id}`).expect(200);
    await server.as(reader.key).get(workspace).expect(404);
  });

  it('do not leave a workspace that they own', async () => {
    const ada = await colleague('admin');
    const workspace = await workspaceOf(ada.key);
    await server.as(ada.key).delete(`${workspace}/members/${ada.id}`).expect(409);
  });
});

describe('a workspace', () => {
  it('gets another owner, who becomes an admin of it, and the audit log tells who was it before', async () => {
    const workspace = await workspaceOf(server.first.apiKey);
    const user = await createUser(server);
    const stranger = await owner().patch(workspace).send({ ownerId: user.id }).expect(400);
    expect(stranger.body.details).toMatchObject([{ path: ['ownerId'], code: 'not_allowed' }]);
    await owner().post(`${workspace}/members`).send({ email: user.email, permission: 'read' }).expect(200);
    await server.as(user.key).patch(workspace).send({ ownerId: user.id }).expect(403);
    const { body } = await owner().patch(workspace).send({ ownerId: user.id }).expect(200);
    expect(body.data.ownerId).toBe(user.id);
    await owner().delete(`${workspace}/members/${user.id}`).expect(409);
    await server.as(user.key).get(`${workspace}/members`).expect(200);
    await server.as(user.key).delete(`${workspace}/members/${server.first.userId}`).expect(200);
    await auditCaughtUp(server);
    const workspaceId = workspace.split('/').at(-1) ?? '';
    const log = await owner().get('/api/v1/audit-logs').query({ workspaceId, action: 'workspace.updated' }).expect(200);
    expect(log.body.data[0].metadata).toMatchObject({ before: { ownerId: server.first.userId }, after: { ownerId: user.id } });
  });

  it('is given to a member or leaves the member out, if both are asked at the same moment', async () => {
    const workspace = await workspaceOf(server.first.apiKey);
    for (let round = 0; round < 8; round += 1) {
      const user = await createUser(server);
      await owner().post(`${workspace}/members`).send({ email: user.email, permission: 'read' }).expect(200);
      const [given, removed] = await Promise.all([
        owner().patch(workspace).send({ ownerId: user.id }),
        owner().delete(`${workspace}/members/${user.id}`),
      ]);
      expect([
        [200, 409],
        [400, 200],
      ]).toContainEqual([given.status, removed.status]);
      if (given.status === 200) await owner().patch(workspace).send({ ownerId: server.first.userId }).expect(200);
    }
  });

  it('cannot be given to a stranger, to an unknown user, or to a suspended user', async () => {
    const workspace = await workspaceOf(server.first.apiKey);
    const ada = await colleague('admin');
    for (const ownerId of [absent, 'nonsense']) await owner().patch(workspace).send({ ownerId }).expect(400);
    await owner().patch(`/api/v1/users/${ada.id}`).send({ suspended: true }).expect(200);
    await owner().patch(workspace).send({ ownerId: ada.id }).expect(409);
    await owner().patch(`/api/v1/users/${ada.id}`).send({ suspended: false }).expect(200);
    await owner().patch(workspace).send({ ownerId: ada.id }).expect(200);
  });

  it('outside of organizations can be taken over, and is never given to a user who would have to pay for it', async () => {
    const operator = await createUser(server);
    await server.database.pool.query('update user_account set is_operator = true where id = $1', [operator.id]);
    const made = await server.as(operator.key).post('/api/v1/workspaces').send({ name: 'Alone' }).expect(200);
    const workspace = `/api/v1/workspaces/${made.body.data.id}`;
    const admin = await createUser(server);
    await server.as(operator.key).post(`${workspace}/members`).send({ email: admin.email, permission: 'admin' }).expect(200);
    await server.as(operator.key).patch(workspace).send({ ownerId: admin.id }).expect(409);
    await server.as(admin.key).patch(workspace).send({ ownerId: admin.id }).expect(200);
    await server.as(operator.key).delete(`${workspace}/members/${operator.id}`).expect(200);
  });
});
