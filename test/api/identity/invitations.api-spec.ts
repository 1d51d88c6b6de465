import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUser, type TestUser } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let organizationId: string;
let owner: TestUser;
let members: string;

beforeAll(async () => {
  server = await startTestApp();
  const operator = server.as(server.first.apiKey);
  organizationId = (await operator.post('/api/v1/organizations').send({ name: 'Acme', plan: 'free' }).expect(200)).body.data.id as string;
  members = `/api/v1/organizations/${organizationId}/members`;
  owner = await createUser(server);
  await operator.post(members).send({ email: owner.email, role: 'owner' }).expect(200);
}, 60_000);
afterAll(() => server.close());

interface Invitation {
  readonly id: string;
  readonly organizationId: string;
  readonly invitedAt: string;
  readonly expiresAt: string;
}

const own = '/api/v1/invitations';
const invite = (email: string, role = 'member') => server.as(owner.key).post(members).send({ email, role });

async function invitationsOf({ key }: TestUser): Promise<readonly Invitation[]> {
  return (await server.as(key).get(own).expect(200)).body.data as Invitation[];
}

async function memberIds(): Promise<readonly string[]> {
  const { body } = await server.as(owner.key).get(members).expect(200);
  return (body.data as { userId: string }[]).map(({ userId }) => userId);
}

describe('an owner who adds a user to an organization', () => {
  it('gets the same response for a known and for an unknown address', async () => {
    const user = await createUser(server);
    const [known, unknown] = [await invite(user.email).expect(200), await invite('unknown-to-all@example.org').expect(200)];
    const expiresAt = expect.stringMatching(/Z$/) as unknown;
    expect(known.body).toEqual({ data: { userId: null, email: user.email, role: 'member', status: 'invited', expiresAt } });
    const alike = ({ text }: { text: string }): string => text.replace(/"expiresAt":"[\d.:TZ-]{24}"/, 'expiresAt');
    expect(alike(unknown)).toBe(alike(known).replace(user.email, 'unknown-to-all@example.org'));
    expect(alike(await invite(user.email).expect(200))).toBe(alike(known));
  });

  it('takes no user in: they belong to the organization, and are billed by it, after accepting', async () => {
    const user = await createUser(server);
    await invite(user.email).expect(200);
    expect(await memberIds()).not.toContain(user.id);
    const limit = async (): Promise<unknown> =>
      (await server.as(user.key).get('/api/v1/workspaces').expect(200)).headers['x-ratelimit-limit'];
    const before = await limit();
    const [invitation] = await invitationsOf(user);
    expect(invitation).toEqual({
      id: expect.any(String),
      organizationId,
      organizationName: 'Acme',
      email: user.email,
      role: 'member',
      invitedAt: expect.stringMatching(/Z$/),
      expiresAt: expect.stringMatching(/Z$/),
      expired: false,
    });
    expect(await limit()).toBe(before);
    await server.as(user.key).post(`${own}/${invitation?.id}/accept`).expect(200);
    expect(await memberIds()).toContain(user.id);
    expect(await invitationsOf(user)).toEqual([]);
    await server.as(user.key).post(`${own}/${invitation?.id}/accept`).expect(404);
    await invite(user.email).expect(409);
  });

  it('replaces an invitation by one with another role, and can withdraw it', async () => {
    const user = await createUser(server);
    await invite(user.email).expect(200);
    await invite(user.email, 'admin').expect(200);
    const open = await invitationsOf(user);
    expect(open).toMatchObject([{ role: 'admin' }]);
    const list = await server.as(owner.key).get(`/api/v1/organizations/${organizationId}/invitations`).expect(200);
    expect(list.body.data).toContainEqual(open[0]);
    await server.as(owner.key).delete(`/api/v1/organizations/${organizationId}/invitations/${open[0]?.id}`).expect(200);
    await server.as(user.key).post(`${own}/${open[0]?.id}/accept`).expect(404);
  });
});

describe('an invitation', () => {
  it('can be declined, and nothing has changed', async () => {
    const user = await createUser(server);
    await invite(user.email).expect(200);
    const [invitation] = await invitationsOf(user);
    await server.as(user.key).post(`${own}/${invitation?.id}/decline`).expect(200);
    expect(await invitationsOf(user)).toEqual([]);
    expect(await memberIds()).not.toContain(user.id);
  });

  it('can be answered by its user alone, and is hidden from all others', async () => {
    const [user, other] = [await createUser(server), await createUser(server)];
    await invite(user.email).expect(200);
    const [invitation] = await invitationsOf(user);
    const foreign = await server.as(other.key).post(`${own}/${invitation?.id}/accept`).expect(404);
    expect((await server.as(other.key).post(`${own}/00000000-0000-4000-8000-000000000000/accept`).expect(404)).text).toBe(foreign.text);
    await server.as(owner.key).post(`${own}/${invitation?.id}/decline`).expect(404);
    await server.as(other.key).delete(`/api/v1/organizations/${organizationId}/invitations/${invitation?.id}`).expect(404);
  });

  it('expires 7 days after it was sent: it cannot be accepted then, and can be sent again', async () => {
    const user = await createUser(server);
    const { body } = await invite(user.email).expect(200);
    const [sent] = await invitationsOf(user);
    expect(sent).toMatchObject({ expiresAt: body.data.expiresAt, expired: false });
    expect(Date.parse(sent?.expiresAt ?? '') - Date.parse(sent?.invitedAt ?? '')).toBe(7 * 24 * 60 * 60 * 1000);
    await server.database.pool.query(`update organization_invitation set expires_at = '2021-01-08T00:00:00Z' where id = $1`, [sent?.id]);
    expect(await invitationsOf(user)).toMatchObject([{ id: sent?.id, expired: true }]);
    const late = await server.as(user.key).post(`${own}/${sent?.id}/accept`).expect(409);
    expect(late.body).toMatchObject({
      code: 'INVITATION_EXPIRED',
      error: 'The invitation expired at 2021-01-08T00:00:00.000Z: ask an owner of the organization to invite you again',
    });
    expect(await memberIds()).not.toContain(user.id);
    await invite(user.email).expect(200);
    const [again] = await invitationsOf(user);
    expect(again).toMatchObject({ role: 'member', expired: false });
    await server.as(user.key).post(`${own}/${sent?.id}/accept`).expect(404);
    await server.as(user.key).post(`${own}/${again?.id}/accept`).expect(200);
    expect(await memberIds()).toContain(user.id);
  });

  it('that has expired can be declined and withdrawn', async () => {
    for (const end of ['decline', 'withdraw'] as const) {
      const user = await createUser(server);
      await invite(user.email).expect(200);
      await server.database.pool.query(`update organization_invitation set expires_at = now() where email = $1`, [user.email]);
      const [invitation] = await invitationsOf(user);
      const ofOrganization = `/api/v1/organizations/${organizationId}/invitations/${invitation?.id}`;
      await (end === 'decline'
        ? server.as(user.key).post(`${own}/${invitation?.id}/decline`).expect(200)
        : server.as(owner.key).delete(ofOrganization).expect(200));
      expect(await invitationsOf(user)).toEqual([]);
    }
  });

  it('to an address waits until an operator creates its user', async () => {
    await invite('later@example.org').expect(200);
    const operator = server.as(server.first.apiKey);
    const { body } = await operator.post('/api/v1/users').send({ email: 'later@example.org', name: 'Later' }).expect(200);
    const issued = await operator.post(`/api/v1/users/${body.data.id}/api-keys`).send({ name: 'first' }).expect(200);
    const later = { id: body.data.id, email: 'later@example.org', key: issued.body.data.key } as TestUser;
    expect(await invitationsOf(later)).toMatchObject([{ organizationId }]);
  });

  it('that is accepted and withdrawn at once ends in one way', async () => {
    const user = await createUser(server);
    await invite(user.email).expect(200);
    const [invitation] = await invitationsOf(user);
    const answers = await Promise.all([
      server.as(user.key).post(`${own}/${invitation?.id}/accept`),
      server.as(owner.key).delete(`/api/v1/organizations/${organizationId}/invitations/${invitation?.id}`),
    ]);
    const [accepted, withdrawn] = answers.map(({ status }) => status);
    expect([accepted, withdrawn]).toEqual(accepted === 200 ? [200, 404] : [404, 200]);
    expect((await memberIds()).includes(user.id)).toBe(accepted === 200);
  });
});

describe('an operator', () => {
  it('adds a user at once, also one who is invited, whose invitation then only ends', async () => {
    const user = await createUser(server);
    await invite(user.email, 'admin').expect(200);
    const added = await server.as(server.first.apiKey).post(members).send({ email: user.email, role: 'member' }).expect(200);
    expect(added.body.data).toEqual({ userId: user.id, email: user.email, role: 'member', status: 'member', expiresAt: null });
    const [invitation] = await invitationsOf(user);
    await server.as(user.key).post(`${own}/${invitation?.id}/accept`).expect(200);
    const { body } = await server.as(owner.key).get(members).expect(200);
    expect(body.data).toContainEqual({ userId: user.id, email: user.email, role: 'member' });
    await server.as(server.first.apiKey).post(members).send({ email: 'unknown@example.org', role: 'member' }).expect(404);
  });
});
