import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type supertest from 'supertest';
import { createUser, type TestUser } from '../../support/issue-key.js';
import { asVisitor, behindProxy, testPassword, userWithPassword, visitor } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ env: { ...behindProxy, SLUICE_BASE_URL: 'https://sluice.example' } });
}, 60_000);
afterAll(() => server.close());

const operator = () => server.as(server.first.apiKey);
const claim = (token: string): supertest.Test => asVisitor(server, '/api/v1/links/invitation').send({ token, password: testPassword });
const linkOf = (token: string): supertest.Test => server.as().get('/api/v1/links/invitation').set('X-Link-Token', token);
const suspend = (id: string, suspended = true) => operator().patch(`/api/v1/users/${id}`).send({ suspended }).expect(200);

let count = 0;
const newAddress = (): string => `second${(count += 1)}@example.org`;
const newName = (): string => `Acme ${(count += 1)}`;

describe('an invitation to an organization', () => {
  let organization: string;
  let owner: TestUser;
  beforeEach(async () => {
    const { body } = await operator().post('/api/v1/organizations').send({ name: newName() }).expect(200);
    organization = `/api/v1/organizations/${body.data.id as string}`;
    owner = await createUser(server);
    await operator().post(`${organization}/members`).send({ email: owner.email, role: 'owner' }).expect(200);
  });

  async function invited(email: string, by: string = owner.key): Promise<{ id: string; token: string }> {
    const { body } = await server.as(by).post(`${organization}/invitations`).send({ email, role: 'owner' }).expect(200);
    return body.data as { id: string; token: string };
  }

  it('makes no member once the owner who made it was removed', async () => {
    const { token } = await invited(newAddress());
    await operator().delete(`${organization}/members/${owner.id}`).expect(200);
    await linkOf(token).expect(404);
    await claim(token).expect(404);
  });

  it('makes no member while the owner who made it is suspended', async () => {
    const { token } = await invited(newAddress());
    await suspend(owner.id);
    await claim(token).expect(404);
    await suspend(owner.id, false);
    await claim(token).expect(200);
  });

  it('is neither shown to nor accepted by its user once its owner owns the organization no more', async () => {
    const user = await userWithPassword(server);
    const { id, token } = await invited(user.email);
    await operator().patch(`${organization}/members/${owner.id}`).send({ role: 'admin' }).expect(200);
    const person = await visitor(server, user.email);
    expect((await person.get('/api/v1/invitations').expect(200)).body.data).toEqual([]);
    expect((await person.post(`/api/v1/invitations/${id}/accept`)).status).toBe(404);
    expect((await person.post('/api/v1/links/invitation/join').send({ token })).status).toBe(404);
    await server.as(server.first.apiKey).delete(`${organization}/invitations/${id}`).expect(200);
  });

  it('of an operator counts without a role in the organization', async () => {
    const { token } = await invited(newAddress(), server.first.apiKey);
    await claim(token).expect(200);
  });
});

describe('an invitation to a workspace', () => {
  let workspace: string;
  let admin: TestUser;
  let token: string;
  beforeEach(async () => {
    workspace = `/api/v1/workspaces/${server.first.workspaceId}`;
    admin = await createUser(server);
    await operator().post(`${workspace}/members`).send({ email: admin.email, permission: 'admin' }).expect(200);
    const invitation = { email: newAddress(), permission: 'admin' };
    token = (await server.as(admin.key).post(`${workspace}/invitations`).send(invitation).expect(200)).body.data.token as string;
  });

  it('makes no member once the admin who made it was removed', async () => {
    await operator().delete(`${workspace}/members/${admin.id}`).expect(200);
    await claim(token).expect(404);
  });

  it('makes no member once the admin who made it is no admin', async () => {
    await operator().patch(`${workspace}/members/${admin.id}`).send({ permission: 'write' }).expect(200);
    await claim(token).expect(404);
  });

  it('makes no member while the admin who made it is suspended', async () => {
    await suspend(admin.id);
    await linkOf(token).expect(404);
    await suspend(admin.id, false);
    await claim(token).expect(200);
  });

  it('of an admin of its organization counts as long as they are one', async () => {
    const { body } = await operator().post('/api/v1/organizations').send({ name: newName() }).expect(200);
    const organizationId = body.data.id as string;
    const members = `/api/v1/organizations/${organizationId}/members`;
    await operator().post(members).send({ email: admin.email, role: 'admin' }).expect(200);
    const made = await operator().post('/api/v1/workspaces').send({ name: 'Shop', organizationId }).expect(200);
    const invitations = `/api/v1/workspaces/${made.body.data.id as string}/invitations`;
    const invite = async (): Promise<string> => {
      const asked = { email: newAddress(), permission: 'read' };
      return (await server.as(admin.key).post(invitations).send(asked).expect(200)).body.data.token as string;
    };
    const [first, second] = [await invite(), await invite()];
    await claim(first).expect(200);
    await operator().patch(`${members}/${admin.id}`).send({ role: 'member' }).expect(200);
    await claim(second).expect(404);
  });
});
