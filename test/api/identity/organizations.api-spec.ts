import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUser } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const absent = '00000000-0000-4000-8000-000000000000';
let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = (): ReturnType<TestApp['as']> => server.as(server.first.apiKey);

async function createOrganization(name: string): Promise<string> {
  const { body } = await owner().post('/api/v1/organizations').send({ name }).expect(200);
  return body.data.id as string;
}

describe('organizations', () => {
  it('are made by operators, who become their owners, on the plan of the instance unless told otherwise', async () => {
    const { body } = await owner().post('/api/v1/organizations').send({ name: 'Acme' }).expect(200);
    expect(body.data).toEqual({
      id: expect.any(String),
      name: 'Acme',
      plan: 'selfhosted',
      modelPolicy: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const members = await owner().get(`/api/v1/organizations/${body.data.id}/members`).expect(200);
    expect(members.body).toEqual({ data: [{ userId: server.first.userId, email: 'owner@localhost', role: 'owner' }], nextCursor: null });
    const list = await owner().get('/api/v1/organizations').expect(200);
    expect(list.body.data).toContainEqual(body.data);
  });

  it('take the plans of the catalogue and no other', async () => {
    const made = await owner().post('/api/v1/organizations').send({ name: 'Small', plan: 'free' }).expect(200);
    const changed = await owner().patch(`/api/v1/organizations/${made.body.data.id}`).send({ plan: 'team', name: 'Larger' }).expect(200);
    expect(changed.body.data).toMatchObject({ plan: 'team', name: 'Larger' });
    const refused = await owner().post('/api/v1/organizations').send({ name: 'Odd', plan: 'platinum' }).expect(400);
    expect(refused.body.details).toMatchObject([{ path: ['plan'], code: 'not_allowed' }]);
  });

  it('have names of their own', async () => {
    const id = await createOrganization('Unique');
    const other = await createOrganization('Other');
    expect((await owner().post('/api/v1/organizations').send({ name: 'Unique' }).expect(409)).body.code).toBe('DUPLICATE_NAME');
    await owner().patch(`/api/v1/organizations/${other}`).send({ name: 'Unique' }).expect(409);
    await owner().patch(`/api/v1/organizations/${id}`).send({ name: 'Unique' }).expect(200);
  });

  it('are closed to everybody but operators and, for their members, owners', async () => {
    const id = await createOrganization('Closed');
    const user = await createUser(server);
    const client = server.as(user.key);
    await client.get('/api/v1/organizations').expect(403);
    await client.post('/api/v1/organizations').send({ name: 'x' }).expect(403);
    const hidden = await client.patch(`/api/v1/organizations/${id}`).send({ name: 'x' }).expect(404);
    expect((await client.patch(`/api/v1/organizations/${absent}`).send({ name: 'x' }).expect(404)).text).toBe(hidden.text);
    expect((await client.get(`/api/v1/organizations/${id}`).expect(404)).text).toBe(hidden.text);
    const foreign = await client.get(`/api/v1/organizations/${id}/members`).expect(404);
    expect((await client.get(`/api/v1/organizations/${absent}/members`).expect(404)).text).toBe(foreign.text);
    await owner().post(`/api/v1/organizations/${id}/members`).send({ email: user.email, role: 'admin' }).expect(200);
    await client.get(`/api/v1/organizations/${id}/members`).expect(403);
    expect((await client.get(`/api/v1/organizations/${id}`).expect(200)).body.data).toMatchObject({ id, plan: 'selfhosted' });
    await client.patch(`/api/v1/organizations/${id}`).send({ plan: 'enterprise' }).expect(403);
    await owner().patch(`/api/v1/organizations/${id}/members/${user.id}`).send({ role: 'member' }).expect(200);
    await client.get(`/api/v1/organizations/${id}`).expect(403);
    await owner().patch(`/api/v1/organizations/${id}/members/${user.id}`).send({ role: 'owner' }).expect(200);
    await client.get(`/api/v1/organizations/${id}/members`).expect(200);
    await client.patch(`/api/v1/organizations/${id}`).send({ plan: 'enterprise' }).expect(403);
  });

  it('keep one owner at least', async () => {
    const id = await createOrganization('Kept');
    const members = `/api/v1/organizations/${id}/members`;
    await owner().delete(`${members}/${server.first.userId}`).expect(409);
    await owner().patch(`${members}/${server.first.userId}`).send({ role: 'admin' }).expect(409);
    const user = await createUser(server);
    await owner().post(members).send({ email: user.email, role: 'owner' }).expect(200);
    await owner().post(members).send({ email: user.email, role: 'owner' }).expect(409);
    await owner().delete(`${members}/${server.first.userId}`).expect(200);
  });

  it('are not there under ids of other things', async () => {
    for (const id of [absent, 'nonsense', server.first.workspaceId, server.first.userId]) {
      await owner().get(`/api/v1/organizations/${id}`).expect(404);
      await owner().patch(`/api/v1/organizations/${id}`).send({ name: 'x' }).expect(404);
      await owner().get(`/api/v1/organizations/${id}/members`).expect(404);
      await owner().post(`/api/v1/organizations/${id}/members`).send({ email: 'owner@localhost', role: 'member' }).expect(404);
    }
  });
});

describe('users', () => {
  it('are made by operators, once per address', async () => {
    const { body } = await owner().post('/api/v1/users').send({ email: 'Ada@Example.org', name: 'Ada' }).expect(200);
    expect(body.data).toEqual({
      id: expect.any(String),
      email: 'ada@example.org',
      name: 'Ada',
      isOperator: false,
      suspended: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    await owner().post('/api/v1/users').send({ email: 'ada@example.ORG', name: 'Other' }).expect(409);
    const list = await owner().get('/api/v1/users').expect(200);
    expect(list.body.data).toContainEqual(body.data);
    expect((await owner().get(`/api/v1/users/${body.data.id}`).expect(200)).body).toEqual(body);
  });

  it('are closed to others', async () => {
    const user = await createUser(server);
    await server.as(user.key).get('/api/v1/users').expect(403);
    await server.as(user.key).get(`/api/v1/users/${user.id}`).expect(403);
    await server.as(user.key).post('/api/v1/users').send({ email: 'x@y', name: 'x' }).expect(403);
    await server.as(user.key).patch(`/api/v1/users/${user.id}`).send({ suspended: true }).expect(403);
    await server.as(user.key).post(`/api/v1/users/${user.id}/api-keys`).send({ name: 'x' }).expect(403);
  });

  it('are not there under ids of other things', async () => {
    for (const id of [absent, 'nonsense', server.first.workspaceId]) {
      await owner().get(`/api/v1/users/${id}`).expect(404);
      await owner().patch(`/api/v1/users/${id}`).send({ suspended: true }).expect(404);
      await owner().post(`/api/v1/users/${id}/api-keys`).send({ name: 'x' }).expect(404);
    }
  });

  it('who run the server cannot shut themselves out', async () => {
    await owner().patch(`/api/v1/users/${server.first.userId}`).send({ suspended: true }).expect(409);
  });
});
