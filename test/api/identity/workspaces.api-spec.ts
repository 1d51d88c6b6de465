import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUser, issueKey, type TestUser } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const absent = '00000000-0000-4000-8000-000000000000';
let server: TestApp;
let stranger: TestUser;

beforeAll(async () => {
  server = await startTestApp();
  stranger = await createUser(server);
}, 60_000);
afterAll(() => server.close());

const owner = (): ReturnType<TestApp['as']> => server.as(server.first.apiKey);

async function createWorkspace(name = 'Team'): Promise<string> {
  const { body } = await owner().post('/api/v1/workspaces').send({ name }).expect(200);
  return body.data.id as string;
}

async function addMember(workspaceId: string, permission: string): Promise<TestUser> {
  const user = await createUser(server);
  await owner().post(`/api/v1/workspaces/${workspaceId}/members`).send({ email: user.email, permission }).expect(200);
  return user;
}

describe('workspaces', () => {
  it.each(['a\nb', 'a\u0007b', '\u202eevil', '\u200b', '\u200d'])('have names that people can see and tell apart, not %j', async (name) => {
    const id = await createWorkspace();
    for (const request of [owner().post('/api/v1/workspaces'), owner().patch(`/api/v1/workspaces/${id}`)]) {
      const { body } = await request.send({ name }).expect(400);
      expect(body.details).toMatchObject([{ path: ['name'], message: expect.stringContaining('invisible characters') }]);
    }
    await owner().patch(`/api/v1/workspaces/${id}`).send({ name: '👩‍💻 Überprüfung – 文件' }).expect(200);
  });

  it('belong to their maker and, unless told otherwise, to the organization that the maker administers', async () => {
    await owner().post('/api/v1/workspaces').send({ name: ' Team ', ownerId: absent }).expect(400);
    await owner().post('/api/v1/workspaces').send({ name: ' Team ', id: absent }).expect(400);
    const { body } = await owner().post('/api/v1/workspaces').send({ name: ' Team ' }).expect(200);
    expect(body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'Team',
        organizationId: server.first.organizationId,
        ownerId: server.first.userId,
        allowPersonalApiKeys: true,
        retentionDays: null,
        modelPolicy: null,
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      },
    });
    expect(body.data.id).not.toBe(absent);
    const answer = await owner().get(`/api/v1/workspaces/${body.data.id}`).expect(200);
    expect(answer.body).toEqual(body);
  });

  it('are made by operators and admins of an organization only', async () => {
    await server.as(stranger.key).post('/api/v1/workspaces').send({ name: 'x' }).expect(403);
    const admin = await createUser(server);
    const { organizationId } = server.first;
    await owner().post(`/api/v1/organizations/${organizationId}/members`).send({ email: admin.email, role: 'admin' }).expect(200);
    const made = await server.as(admin.key).post('/api/v1/workspaces').send({ name: 'x', organizationId }).expect(200);
    expect(made.body.data).toMatchObject({ organizationId, ownerId: admin.id });
    const foreign = await server.as(admin.key).post('/api/v1/workspaces').send({ name: 'x', organizationId: absent }).expect(403);
    expect(foreign.body).toEqual({ error: 'Access denied', code: 'FORBIDDEN' });
    await owner().post('/api/v1/workspaces').send({ name: 'x', organizationId: 'nonsense' }).expect(404);
  });

  it('are not there for strangers, byte for byte', async () => {
    const id = await createWorkspace();
    const requests = [
      ['get', ''],
      ['patch', ''],
      ['delete', ''],
      ['get', '/members'],
      ['post', '/members', { email: 'a@b', permission: 'read' }],
      ['patch', `/members/${absent}`, { permission: 'read' }],
      ['delete', `/members/${absent}`],
      ['get', '/api-keys'],
      ['post', '/api-keys', { name: 'x' }],
      ['delete', `/api-keys/${absent}`],
    ] as const;
    for (const [method, path, body] of requests) {
      const client = server.as(stranger.key);
      const foreign = await client[method](`/api/v1/workspaces/${id}${path}`).send(body);
      const missing = await client[method](`/api/v1/workspaces/${absent}${path}`).send(body);
      const nonsense = await client[method](`/api/v1/workspaces/nonsense${path}`).send(body);
      expect({ method, path, status: foreign.status, text: foreign.text }).toEqual({ method, path, status: 404, text: missing.text });
      expect(nonsense.text).toBe(foreign.text);
      const comparable = ({ headers }: typeof foreign): unknown => ({
        ...headers,
        date: '',
        'x-request-id': '',
        'x-ratelimit-remaining': '',
      });
      expect(comparable(foreign)).toEqual(comparable(missing));
    }
  });

  it('are changed by their admins: both fields at once, or nothing', async () => {
    const id = await createWorkspace();
    const writer = await addMember(id, 'write');
    await server.as(writer.key).patch(`/api/v1/workspaces/${id}`).send({ name: 'x' }).expect(403);
    const changed = await owner().patch(`/api/v1/workspaces/${id}`).send({ name: 'New', allowPersonalApiKeys: false }).expect(200);
    expect(changed.body.data).toMatchObject({ name: 'New', allowPersonalApiKeys: false });
    await owner().patch(`/api/v1/workspaces/${id}`).send({ allowPersonalApiKeys: 'no' }).expect(400);
    await owner().patch(`/api/v1/workspaces/${id}`).send({}).expect(200);
  });

  it('that refuse personal keys are shut to them, but for the switch itself', async () => {
    const id = await createWorkspace();
    const admin = await addMember(id, 'admin');
    const { key } = await issueKey(server, { name: 'of the workspace', workspaceId: id });
    await server.as(admin.key).patch(`/api/v1/workspaces/${id}`).send({ allowPersonalApiKeys: false }).expect(200);
    for (const path of ['', '/members', '/api-keys']) {
      const refused = await server.as(admin.key).get(`/api/v1/workspaces/${id}${path}`).expect(403);
      expect(refused.body.code).toBe('PERSONAL_KEYS_DISABLED');
      await server.as(key).get(`/api/v1/workspaces/${id}${path}`).expect(200);
    }
    await server.as(admin.key).delete(`/api/v1/workspaces/${id}`).expect(403);
    await server.as(admin.key).patch(`/api/v1/workspaces/${id}`).send({ allowPersonalApiKeys: true }).expect(200);
    await server.as(admin.key).get(`/api/v1/workspaces/${id}`).expect(200);
  });

  it('that are deleted are gone for everybody, and so are their keys', async () => {
    const id = await createWorkspace();
    const { key } = await issueKey(server, { name: 'soon without a home', workspaceId: id });
    const answer = await owner().delete(`/api/v1/workspaces/${id}`).expect(200);
    expect(answer.body).toEqual({ data: { id, message: 'Workspace deleted' } });
    await owner().get(`/api/v1/workspaces/${id}`).expect(404);
    await owner().delete(`/api/v1/workspaces/${id}`).expect(404);
    await server.as(key).get('/api/v1/workspaces').expect(401);
    const { rows } = await server.database.pool.query('select 1 from workspace_member where workspace_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('are listed page by page to those who reach them', async () => {
    const member = await createUser(server);
    const ids: string[] = [];
    for (const name of ['1', '2', '3']) {
      const id = await createWorkspace(name);
      ids.push(id);
      await owner().post(`/api/v1/workspaces/${id}/members`).send({ email: member.email, permission: 'read' }).expect(200);
    }
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 3; page += 1) {
      const { body } = await server.as(member.key).get(`/api/v1/workspaces?limit=1${cursor}`).expect(200);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = `&cursor=${body.nextCursor}`;
      expect(body.nextCursor === null).toBe(page === 2);
    }
    expect(seen).toEqual(ids);
    expect((await server.as(stranger.key).get('/api/v1/workspaces').expect(200)).body).toEqual({ data: [], nextCursor: null });
  });
});

describe('members of a workspace', () => {
  it('are added by address, in any case, once', async () => {
    const id = await createWorkspace();
    const user = await createUser(server);
    const members = `/api/v1/workspaces/${id}/members`;
    const added = await owner().post(members).send({ email: user.email.toUpperCase(), permission: 'read' }).expect(200);
    expect(added.body).toEqual({ data: { userId: user.id, email: user.email, permission: 'read' } });
    await owner().post(members).send({ email: user.email, permission: 'read' }).expect(409);
    const unknown = await owner().post(members).send({ email: 'absent@example.org', permission: 'read' }).expect(404);
    expect(unknown.body).toEqual({ error: 'User not found', code: 'NOT_FOUND' });
    const list = await owner().get(members).expect(200);
    expect(list.body.data).toEqual([
      { userId: server.first.userId, email: 'owner@localhost', permission: 'admin' },
      { userId: user.id, email: user.email, permission: 'read' },
    ]);
  });

  it('are refused with a permission or an address that is none', async () => {
    const members = `/api/v1/workspaces/${await createWorkspace()}/members`;
    const answer = await owner().post(members).send({ email: 'no-address', permission: 'root' }).expect(400);
    expect(answer.body.details).toEqual([
      { path: ['email'], message: 'email must be an e-mail address', code: 'invalid' },
      { path: ['permission'], message: 'permission must be one of the following values: read, write, admin', code: 'not_allowed' },
    ]);
  });

  it('do what their permission says, from the moment that it changes', async () => {
    const id = await createWorkspace();
    const user = await addMember(id, 'read');
    const workspace = `/api/v1/workspaces/${id}`;
    await server.as(user.key).get(workspace).expect(200);
    await server.as(user.key).get(`${workspace}/members`).expect(403);
    const changed = await owner().patch(`${workspace}/members/${user.id}`).send({ permission: 'admin' }).expect(200);
    expect(changed.body).toEqual({ data: { userId: user.id, email: user.email, permission: 'admin' } });
    await server.as(user.key).get(`${workspace}/members`).expect(200);
    await server.as(user.key).delete(`${workspace}/members/${user.id}`).expect(200);
    await server.as(user.key).get(workspace).expect(404);
    await owner().delete(`${workspace}/members/${user.id}`).expect(404);
    await owner().delete(`${workspace}/members/nonsense`).expect(404);
  });

  it('always include the owner, as an admin', async () => {
    const workspace = `/api/v1/workspaces/${await createWorkspace()}/members/${server.first.userId}`;
    await owner().patch(workspace).send({ permission: 'read' }).expect(409);
    await owner().delete(workspace).expect(409);
  });

  it('are outdone by the admins of the organization, who need no membership', async () => {
    const id = await createWorkspace();
    const user = await addMember(id, 'read');
    const members = `/api/v1/organizations/${server.first.organizationId}/members`;
    await owner().post(members).send({ email: user.email, role: 'member' }).expect(200);
    await server.as(user.key).patch(`/api/v1/workspaces/${id}`).send({ name: 'x' }).expect(403);
    await owner().patch(`${members}/${user.id}`).send({ role: 'admin' }).expect(200);
    await server.as(user.key).patch(`/api/v1/workspaces/${id}`).send({ name: 'x' }).expect(200);
    await server.as(user.key).get(`/api/v1/workspaces/${server.first.workspaceId}`).expect(200);
    await owner().patch(`${members}/${user.id}`).send({ role: 'member' }).expect(200);
    await server.as(user.key).patch(`/api/v1/workspaces/${id}`).send({ name: 'x' }).expect(403);
  });
});
