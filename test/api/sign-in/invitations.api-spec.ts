import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type supertest from 'supertest';
import { Clock } from '#kernel/clock.js';
import { eventually } from '../../support/eventually.js';
import { createUser, type TestUser } from '../../support/issue-key.js';
import {
  asVisitor,
  behindProxy,
  claimLink,
  cookieOf,
  recoveryToken,
  signIn,
  testPassword,
  userWithPassword,
  visitor,
  visitorWith,
} from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let shiftMs = 0;
let path: string;

class ShiftedClock extends Clock {
  override now(): Date {
    return new Date(Date.now() + shiftMs);
  }
}

beforeAll(async () => {
  server = await startTestApp({ clock: new ShiftedClock(), env: { ...behindProxy, SLUICE_BASE_URL: 'https://sluice.example' } });
  path = `/api/v1/workspaces/${server.first.workspaceId}/invitations`;
}, 60_000);
afterAll(() => server.close());

interface Invitation {
  readonly id: string;
  readonly token: string;
}

async function invited(email: string, permission = 'read'): Promise<Invitation> {
  return (await server.as(server.first.apiKey).post(path).send({ email, permission }).expect(200)).body.data as Invitation;
}

const linkOf = (token: string): supertest.Test => server.as().get('/api/v1/links/invitation').set('X-Link-Token', token);
const claim = (token: string, more: object = {}): supertest.Test =>
  asVisitor(server, '/api/v1/links/invitation').send({ token, password: testPassword, ...more });

async function openInvitations(): Promise<readonly { readonly id: string; readonly email: string }[]> {
  return (await server.as(server.first.apiKey).get(`${path}?limit=100`).expect(200)).body.data;
}

describe('a user whom an invitation made', () => {
  it('is added to workspaces of others by address once an operator has made a recovery link', async () => {
    const operator = server.as(server.first.apiKey);
    const email = 'claimed@example.org';
    const person = visitorWith(server, cookieOf(await claim((await invited(email)).token).expect(200)));
    const { id: userId } = (await person.get('/api/v1/session').expect(200)).body.data.user as { id: string };
    const elsewhere = (await operator.post('/api/v1/workspaces').send({ name: 'Elsewhere' }).expect(200)).body.data.id as string;
    const add = () => operator.post(`/api/v1/workspaces/${elsewhere}/members`).send({ email, permission: 'read' });
    expect((await add().expect(409)).body).toMatchObject({ code: 'ADDRESS_NOT_PROVED' });
    await claimLink(server, await recoveryToken(server, userId)).expect(200);
    await add().expect(200);
  });
});

describe('an invitation to an organization', () => {
  let invitations: string;
  let owner: TestUser;
  let organizationId: string;
  beforeAll(async () => {
    const operator = server.as(server.first.apiKey);
    organizationId = (await operator.post('/api/v1/organizations').send({ name: 'Acme' }).expect(200)).body.data.id as string;
    owner = await createUser(server);
    await operator.post(`/api/v1/organizations/${organizationId}/members`).send({ email: owner.email, role: 'owner' }).expect(200);
    invitations = `/api/v1/organizations/${organizationId}/invitations`;
  });

  async function invitedToOrganization(email: string, role = 'member'): Promise<Invitation> {
    return (await server.as(owner.key).post(invitations).send({ email, role }).expect(200)).body.data as Invitation;
  }

  it('says who invites, to what and as what, and makes a new person a signed-in member', async () => {
    const { id, token } = await invitedToOrganization('new.member@example.org', 'admin');
    const { name } = (await server.as(owner.key).get('/api/v1/session').expect(200)).body.data.user as { name: string };
    expect((await linkOf(token).expect(200)).body.data).toMatchObject({
      email: 'new.member@example.org',
      to: 'organization',
      id: organizationId,
      name: 'Acme',
      role: 'admin',
      invitedBy: name,
    });

    const person = visitorWith(server, cookieOf(await claim(token, { name: 'New' }).expect(200)));

    const { body } = await person.get('/api/v1/session').expect(200);
    expect(body.data).toMatchObject({ user: { name: 'New' }, organizations: [{ id: organizationId, name: 'Acme', role: 'admin' }] });
    const { body: open } = await server.as(owner.key).get(invitations).expect(200);
    expect((open.data as Invitation[]).map((each) => each.id)).not.toContain(id);
    await linkOf(token).expect(404);
  });

  it('is accepted with its link by the person of its address who is signed in, and by no other', async () => {
    const [user, stranger] = [await userWithPassword(server), await userWithPassword(server)];
    const { token } = await invitedToOrganization(user.email);
    const join = async (email: string): Promise<supertest.Response> =>
      await (await visitor(server, email)).post('/api/v1/links/invitation/join').send({ token });
    expect((await join(stranger.email)).body).toMatchObject({ code: 'FOREIGN_LINK' });
    expect((await claim(token).expect(409)).body).toMatchObject({ code: 'SIGN_IN_FIRST' });
    expect((await join(user.email)).body.data).toEqual({ to: 'organization', id: organizationId });
    expect((await join(user.email)).body).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is replaced by the next one of the address, ends when it is withdrawn, and expires', async () => {
    const former = await invitedToOrganization('changed@example.org');
    const { id, token } = await invitedToOrganization('changed@example.org', 'owner');
    await linkOf(former.token).expect(404);
    await server.as(owner.key).delete(`${invitations}/${id}`).expect(200);
    await claim(token).expect(404);
    const late = await invitedToOrganization('late.member@example.org');
    shiftMs = 8 * 86_400_000;
    const answer = await claim(late.token);
    shiftMs = 0;
    expect(answer.status).toBe(404);
  });

  it('is accepted by its link alone by a user whom another invitation made, since the inviter saw that link too', async () => {
    const email = 'made.elsewhere@example.org';
    const person = visitorWith(server, cookieOf(await claim((await invited(email)).token).expect(200)));
    const { id, token } = await invitedToOrganization(email, 'owner');
    expect((await person.post(`/api/v1/invitations/${id}/accept`)).body).toMatchObject({ code: 'LINK_REQUIRED' });
    const members = `/api/v1/organizations/${organizationId}/members`;
    const added = await server.as(server.first.apiKey).post(members).send({ email, role: 'owner' });
    expect(added.body).toMatchObject({ code: 'ADDRESS_NOT_PROVED' });
    expect((await person.post('/api/v1/links/invitation/join').send({ token })).status).toBe(200);
  });

  it('is made by owners and operators alone', async () => {
    const body = { email: 'somewhere@example.org', role: 'member' };
    const { key, email } = await createUser(server);
    await server.as(key).post(invitations).send(body).expect(404);
    await server
      .as(server.first.apiKey)
      .post(`/api/v1/organizations/${organizationId}/members`)
      .send({ email, role: 'member' })
      .expect(200);
    await server.as(key).post(invitations).send(body).expect(403);
    await server
      .as(owner.key)
      .post(invitations)
      .send({ ...body, email })
      .expect(409);
    await server.as(server.first.apiKey).post(invitations).send(body).expect(200);
  });

  it('counts once: of eight who use its link at the same moment, one joins', async () => {
    const { token } = await invitedToOrganization('eight.members@example.org');
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => claim(token, { password: `${testPassword} ${index}` })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404 || status === 409)).toHaveLength(7);
  });
});

describe('an invitation to a workspace', () => {
  it('says what it is for, and makes a new person a signed-in member with its permission', async () => {
    const { id, token } = await invited('New.Person@Example.org');
    expect((await linkOf(token).expect(200)).body.data).toMatchObject({
      email: 'new.person@example.org',
      to: 'workspace',
      id: server.first.workspaceId,
      name: 'Default workspace',
      role: 'read',
      invitedBy: expect.stringMatching(/./),
    });

    const person = visitorWith(server, cookieOf(await claim(token, { name: 'New' }).expect(200)));

    const { body } = await person.get('/api/v1/session').expect(200);
    expect(body.data).toMatchObject({
      user: { email: 'new.person@example.org', name: 'New', isOperator: false },
      workspaces: [{ id: server.first.workspaceId, permission: 'read' }],
    });
    await person.get(path).expect(403);
    await signIn(server, 'new.person@example.org').expect(200);
    expect((await openInvitations()).map((open) => open.id)).not.toContain(id);
  });

  it('is accepted by a person who is signed in with its address, and by no other', async () => {
    const [user, stranger] = [await userWithPassword(server), await userWithPassword(server)];
    const { token } = await invited(user.email, 'write');
    const join = async (email: string): Promise<supertest.Response> =>
      await (await visitor(server, email)).post('/api/v1/links/invitation/join').send({ token });
    expect((await join(stranger.email)).body).toMatchObject({ code: 'FOREIGN_LINK' });
    expect((await join(user.email)).body.data).toEqual({ to: 'workspace', id: server.first.workspaceId });
    expect((await join(user.email)).body).toMatchObject({ code: 'NOT_FOUND' });
    const { body } = await (await visitor(server, user.email)).get('/api/v1/session').expect(200);
    expect(body.data.workspaces).toMatchObject([{ permission: 'write' }]);
  });

  it('gives no password to a user who exists', async () => {
    const user = await createUser(server);
    const { token } = await invited(user.email);
    expect((await claim(token).expect(409)).body).toMatchObject({ code: 'SIGN_IN_FIRST' });
    await signIn(server, user.email).expect(401);
  });

  it('looks the same whether a user has its address or not', async () => {
    const user = await createUser(server);
    const shapes = await Promise.all(
      [user.email, 'no-such-person@example.org'].map(async (email) => {
        const invitation = await invited(email);
        const shown = (await linkOf(invitation.token).expect(200)).body.data as object;
        return [Object.keys(invitation), Object.keys(shown)];
      }),
    );
    expect(shapes[0]).toEqual(shapes[1]);
  });

  it('counts once: of eight who use its link at the same moment, one joins', async () => {
    const { token } = await invited('eight@example.org');
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => claim(token, { password: `${testPassword} ${index}` })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404 || status === 409)).toHaveLength(7);
  });

  it('is replaced by the next one of the address', async () => {
    const former = await invited('twice@example.org');
    const { id, token } = await invited('twice@example.org', 'admin');
    expect((await claim(former.token).expect(404)).body).toMatchObject({ error: 'Link not found' });
    expect((await openInvitations()).filter(({ email }) => email === 'twice@example.org')).toMatchObject([{ id }]);
    await claim(token).expect(200);
  });

  it('ends when it is withdrawn', async () => {
    const { id, token } = await invited('withdrawn@example.org');
    await server.as(server.first.apiKey).delete(`${path}/${id}`).expect(200);
    await claim(token).expect(404);
    await server.as(server.first.apiKey).delete(`${path}/${id}`).expect(404);
  });

  it('gets one answer when it is cut off and when it has expired', async () => {
    const { token } = await invited('late@example.org');
    const cut = await claim(token.slice(0, -1)).expect(404);
    shiftMs = 8 * 86_400_000;
    const late = await claim(token).expect(404);
    shiftMs = 0;
    expect(late.body.error).toBe(cut.body.error);
  });

  it('is refused for a member', async () => {
    const user = await createUser(server);
    const members = `/api/v1/workspaces/${server.first.workspaceId}/members`;
    await server.as(server.first.apiKey).post(members).send({ email: user.email, permission: 'read' }).expect(200);
    await server.as(server.first.apiKey).post(path).send({ email: user.email, permission: 'write' }).expect(409);
  });

  it('is in the audit log without its token', async () => {
    const { id, token } = await invited('audited@example.org');
    await claim(token).expect(200);
    await eventually(async () => {
      const { rows } = await server.app
        .get(Pool)
        .query<{ action: string; text: string }>(
          'select action, row_to_json(audit_entry)::text as text from audit_entry where resource_id = $1',
          [server.first.workspaceId],
        );
      const of = rows.filter(({ text }) => text.includes(id)).map(({ action }) => action);
      expect(of).toEqual(expect.arrayContaining(['member.invited', 'invitation.ended']));
      expect(JSON.stringify(rows)).not.toContain(token);
    });
  });
});
