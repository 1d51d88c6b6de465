import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { codeOf, stepAt } from '#host/secrets/passwords/one-time-code.js';
import { eventually } from '../../support/eventually.js';
import type { TestUser } from '../../support/issue-key.js';
import { startLogins, type LoginWorld } from '../../support/oidc/login-world.js';
import { Traveller } from '../../support/oidc/traveller.js';
import { userWithPassword, visitor, visitorWith, type Visitor } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let world: LoginWorld;
let other: TestApp;
beforeAll(async () => {
  world = await startLogins({ open: {} });
  other = await startTestApp({ beside: world.server });
}, 90_000);
afterAll(async () => {
  await other.close();
  await world.close();
});

const open = { requireSecondFactor: false, allowPasswords: true };
const owner = () => world.server.as(world.server.first.apiKey);
const policyPath = (): string => `/api/v1/organizations/${world.server.first.organizationId}/sign-in-policy`;
const setPolicy = (policy: object) => owner().put(policyPath()).send(policy);

/** A member of the organization who may write in its workspace. */
async function member(role: 'member' | 'owner' = 'member'): Promise<TestUser> {
  const { organizationId, workspaceId } = world.server.first;
  const user = await userWithPassword(world.server);
  await owner().post(`/api/v1/organizations/${organizationId}/members`).send({ email: user.email, role }).expect(200);
  await owner().post(`/api/v1/workspaces/${workspaceId}/members`).send({ email: user.email, permission: 'write' });
  return user;
}

interface Session {
  readonly organizations: readonly { readonly id: string }[];
  readonly workspaces: readonly { readonly id: string }[];
  readonly demands: readonly { readonly id: string; readonly demand: string }[];
}

const sessionOf = async (browser: Visitor): Promise<Session> => (await browser.get('/api/v1/session').expect(200)).body.data as Session;
const logs = (browser: Visitor) => browser.get(`/api/v1/logs?workspaceId=${world.server.first.workspaceId}`);

async function turnOnSecondFactor(browser: Visitor): Promise<void> {
  const path = '/api/v1/users/me/second-factor';
  const { secret } = (await browser.post(path).expect(200)).body.data as { secret: string };
  await browser
    .post(`${path}/enable`)
    .send({ code: codeOf(secret, stepAt(Date.now())) })
    .expect(200);
}

describe('an organization that requires a second factor', () => {
  it('is out of reach for a session that has begun, until the person turns one on, in every process', async () => {
    const { email } = await member();
    const browser = await visitor(world.server, email);
    const elsewhere = visitorWith(other, browser.cookie);
    await logs(browser).expect(200);
    await logs(elsewhere).expect(200);
    await setPolicy({ ...open, requireSecondFactor: true }).expect(200);
    await logs(browser).expect(403);
    await eventually(async () => void (await logs(elsewhere).expect(403)));
    expect(await sessionOf(browser)).toMatchObject({
      organizations: [],
      workspaces: [],
      demands: [{ id: world.server.first.organizationId, demand: 'second-factor' }],
    });
    await turnOnSecondFactor(browser);
    await logs(browser).expect(200);
    expect((await sessionOf(browser)).demands).toEqual([]);
    await setPolicy(open).expect(200);
  });

  it('cannot be made so by an owner in a browser who has none', async () => {
    const { email } = await member('owner');
    const browser = await visitor(world.server, email);
    const { body } = await browser
      .put(policyPath())
      .send({ ...open, requireSecondFactor: true })
      .expect(409);
    expect((body as { error: string }).error).toContain('until you have turned on a second factor');
    await turnOnSecondFactor(browser);
    await browser
      .put(policyPath())
      .send({ ...open, requireSecondFactor: true })
      .expect(200);
    await setPolicy(open).expect(200);
  });

  it('does not concern API keys', async () => {
    await setPolicy({ ...open, requireSecondFactor: true }).expect(200);
    await owner().get(`/api/v1/logs?workspaceId=${world.server.first.workspaceId}`).expect(200);
    await setPolicy(open).expect(200);
  });
});

describe('an organization that accepts no passwords', () => {
  it('is reached by owners, and by people who sign in at a provider', async () => {
    const [{ email }, { email: ownerEmail }] = [await member(), await member('owner')];
    const sub = 'person-of-policy';
    const address = 'person-of-policy@people.example';
    world.provider.add({ sub, email: address, email_verified: true, name: 'Person' });
    const { workspaceId } = world.server.first;
    await owner().post(`/api/v1/workspaces/${workspaceId}/invitations`).send({ email: address, permission: 'write' }).expect(200);
    await setPolicy({ ...open, allowPasswords: false }).expect(200);
    const traveller = new Traveller(world);
    await traveller.signIn('open', sub);
    await logs(visitorWith(world.server, traveller.cookie)).expect(200);
    await logs(await visitor(world.server, ownerEmail)).expect(200);
    const shutOut = await visitor(world.server, email);
    await logs(shutOut).expect(403);
    expect((await sessionOf(shutOut)).demands).toMatchObject([{ demand: 'provider' }]);
    await setPolicy(open).expect(200);
    await logs(shutOut).expect(200);
  });

  it('is refused on a server without a provider', async () => {
    const plain = await startTestApp();
    const path = `/api/v1/organizations/${plain.first.organizationId}/sign-in-policy`;
    const { body } = await plain
      .as(plain.first.apiKey)
      .put(path)
      .send({ ...open, allowPasswords: false })
      .expect(409);
    expect((body as { error: string }).error).toContain('SLUICE_OIDC_FILE');
    await plain.close();
  });
});

describe('the rules for signing in', () => {
  it('name what is wrong with them', async () => {
    const { body } = await setPolicy({ requireSecondFactor: 'yes' }).expect(400);
    expect(JSON.stringify(body)).toContain('requireSecondFactor must be true or false');
  });

  it('are read by admins and changed by owners, with a line in the audit log', async () => {
    const { email } = await member();
    const browser = await visitor(world.server, email);
    await browser.get(policyPath()).expect(403);
    await browser.put(policyPath()).send(open).expect(403);
    expect((await owner().get(policyPath()).expect(200)).body.data).toEqual(open);
    await eventually(async () => {
      const { body } = await owner()
        .get(`/api/v1/audit-logs?organizationId=${world.server.first.organizationId}&action=organization.updated`)
        .expect(200);
      expect(JSON.stringify(body)).toContain('requireSecondFactor');
    });
  });
});
