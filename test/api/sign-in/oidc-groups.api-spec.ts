import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startLoginWorld, type LoginWorld } from '../../support/oidc/login-world.js';
import { problemOf, Traveller } from '../../support/oidc/traveller.js';
import { visitorWith } from '../../support/signed-in.js';
import { startTestApp } from '../../support/test-app.js';

const mapped: { file: Record<string, unknown> } = { file: {} };
let world: LoginWorld;
let first: LoginWorld['server'];

beforeAll(async () => {
  // The ids that a mapping names exist before it.
  first = await startTestApp();
  const { workspaceId, organizationId } = first.first;
  mapped.file = {
    scopes: ['openid', 'email', 'profile', 'groups'],
    groups: {
      claim: 'groups',
      roles: [
        { group: 'readers', workspace: workspaceId, permission: 'read' },
        { group: 'builders', workspace: workspaceId, permission: 'admin' },
        { group: 'builders', organization: organizationId, role: 'member' },
        { group: 'builders', workspace: '019e0000-0000-7000-8000-00000000dead', permission: 'read' },
      ],
    },
  };
  world = await startLoginWorld({ company: mapped.file }, async (env) => ({ server: await startTestApp({ env, beside: first }) }));
}, 60_000);
afterAll(async () => {
  await world.close();
  await first.close();
});

async function rolesOf(traveller: Traveller): Promise<unknown> {
  const { body } = await visitorWith(world.server, traveller.cookie).get('/api/v1/session').expect(200);
  const { workspaces, organizations } = body.data as {
    workspaces: readonly { permission: string }[];
    organizations: readonly { role: string }[];
  };
  return [workspaces.map(({ permission }) => permission), organizations.map(({ role }) => role)];
}

it('groups of the provider give roles at each sign-in, and a place that is gone is passed over', async () => {
  const person = { sub: 'one', email: 'one@people.example', email_verified: true, name: 'One' };
  world.provider.add({ ...person, groups: ['readers', 'others'] });
  const reader = new Traveller(world);
  expect(problemOf(await reader.signIn('company', 'one'))).toBeNull();
  expect(await rolesOf(reader)).toEqual([['read'], []]);
  world.provider.add({ ...person, groups: ['readers', 'builders'] });
  const builder = new Traveller(world);
  expect(problemOf(await builder.signIn('company', 'one'))).toBeNull();
  expect(await rolesOf(builder)).toEqual([['admin'], ['member']]);
  world.provider.add({ ...person, groups: ['readers'] });
  const lowered = new Traveller(world);
  expect(problemOf(await lowered.signIn('company', 'one'))).toBeNull();
  expect(await rolesOf(lowered)).toEqual([['read'], ['member']]);
});

it('an account without a group that has a role is refused, also once it is linked', async () => {
  const person = { sub: 'two', email: 'two@people.example', email_verified: true };
  world.provider.add({ ...person, groups: ['others'] });
  expect(problemOf(await new Traveller(world).signIn('company', 'two'))).toBe('NO_ROLE');
  world.provider.add({ ...person, groups: ['readers'] });
  expect(problemOf(await new Traveller(world).signIn('company', 'two'))).toBeNull();
  world.provider.add(person);
  expect(problemOf(await new Traveller(world).signIn('company', 'two'))).toBe('NO_ROLE');
});

it('the owner of the workspace stays its admin, whatever the groups say', async () => {
  const { body } = await first.as(first.first.apiKey).get('/api/v1/session').expect(200);
  const { email } = (body.data as { user: { email: string } }).user;
  world.provider.add({ sub: 'owner', email, email_verified: true, groups: ['readers'] });
  const traveller = new Traveller(world);
  expect(problemOf(await traveller.signIn('company', 'owner'))).toBeNull();
  expect(await rolesOf(traveller)).toEqual([['admin'], ['owner']]);
});
