import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditCaughtUp } from '../../support/audit-caught-up.js';
import { issueKey } from '../../support/issue-key.js';
import type { Account } from '../../support/oidc/login-provider.js';
import { startLogins, type LoginWorld } from '../../support/oidc/login-world.js';
import { problemOf, Traveller } from '../../support/oidc/traveller.js';
import { asVisitor, signIn, testPassword, userWithPassword, visitor, visitorWith, type Visitor } from '../../support/signed-in.js';

let world: LoginWorld;
beforeAll(async () => {
  world = await startLogins({
    open: {},
    company: { domains: ['company.example'], passwords: 'off' },
    exact: { clockToleranceSeconds: 5 },
  });
}, 60_000);
afterAll(() => world.close());

let people = 0;

/** An account at the provider with a verified address. */
function account(more: Partial<Account> = {}): Account & { readonly email: string } {
  people += 1;
  const made = {
    sub: `person-${people}`,
    email: `person-${people}@people.example`,
    email_verified: true,
    name: `Person ${people}`,
    ...more,
  };
  world.provider.add(made);
  return made;
}

const operator = (): ReturnType<LoginWorld['server']['as']> => world.server.as(world.server.first.apiKey);

async function invite(email: string, permission = 'write'): Promise<void> {
  const path = `/api/v1/workspaces/${world.server.first.workspaceId}/invitations`;
  await operator().post(path).send({ email, permission }).expect(200);
}

const browserOf = (traveller: Traveller): Visitor => visitorWith(world.server, traveller.cookie);

interface Caller {
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  readonly workspaces: readonly { readonly id: string; readonly permission: string }[];
}

async function callerOf(traveller: Traveller): Promise<Caller> {
  return (await browserOf(traveller).get('/api/v1/session').expect(200)).body.data as Caller;
}

describe('a person who signs in at a provider', () => {
  it('becomes a user by an invitation of their address, and is the same user the next time', async () => {
    const { sub, email, name } = account();
    await invite(email);
    const first = new Traveller(world);
    const arrival = await first.signIn('open', sub, '?next=/account/profile');
    expect(`${arrival.url.pathname}${arrival.url.search}`).toBe('/account/profile');
    const made = await callerOf(first);
    expect(made.user).toMatchObject({ email, name });
    expect(made.workspaces).toMatchObject([{ id: world.server.first.workspaceId, permission: 'write' }]);
    const again = new Traveller(world);
    expect(problemOf(await again.signIn('open', sub))).toBeNull();
    expect((await callerOf(again)).user.id).toBe(made.user.id);
  });

  it('has a verified address also where only the answer about the user says so', async () => {
    const { sub, email } = account();
    world.provider.namedInToken.add(sub);
    await invite(email);
    expect(problemOf(await new Traveller(world).signIn('open', sub))).toBeNull();
  });

  it('is linked with the user who has their address', async () => {
    const { id, email } = await userWithPassword(world.server);
    const { sub } = account({ email: email.toUpperCase() });
    const traveller = new Traveller(world);
    expect(problemOf(await traveller.signIn('open', sub))).toBeNull();
    expect((await callerOf(traveller)).user.id).toBe(id);
    await signIn(world.server, email).expect(200);
  });

  it('stays linked when the address at the provider changes', async () => {
    const { sub, email } = account();
    await invite(email);
    const before = new Traveller(world);
    await before.signIn('open', sub);
    world.provider.add({ sub, email: 'renamed@people.example', email_verified: false });
    const after = new Traveller(world);
    expect(problemOf(await after.signIn('open', sub))).toBeNull();
    expect((await callerOf(after)).user.id).toBe((await callerOf(before)).user.id);
  });

  it('is in the audit log, with the account and no secret', async () => {
    const { sub, email } = account();
    await invite(email);
    const traveller = new Traveller(world);
    await traveller.signIn('open', sub);
    const { id } = (await callerOf(traveller)).user;
    await auditCaughtUp(world.server);
    const { rows: entries } = await world.server.database.pool.query('select * from audit_entry where resource_id = $1', [id]);
    const actions = (entries as { readonly action: string }[]).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['account.created', 'account.identity_linked', 'session.started']));
    expect(JSON.stringify(entries)).toContain(sub);
    expect(JSON.stringify(world.server.logLines)).not.toContain('the-secret-of-sluice');
  });

  it('goes to no other site afterwards', async () => {
    const { sub, email } = account();
    await invite(email);
    const arrival = await new Traveller(world).signIn('open', sub, `?next=${encodeURIComponent('//evil.example/x')}`);
    expect(arrival.url.href).toBe(`${world.base}/`);
  });
});

describe('a sign-in at a provider is refused', () => {
  it('where an invitation made the user of the address, until the account is linked by the user', async () => {
    const { sub, email } = account();
    const path = `/api/v1/workspaces/${world.server.first.workspaceId}/invitations`;
    const { token } = (await operator().post(path).send({ email, permission: 'read' }).expect(200)).body.data as { token: string };
    const claim = { token, password: testPassword };
    await asVisitor(world.server, '/api/v1/links/invitation').send(claim).expect(200);
    expect(problemOf(await new Traveller(world).signIn('open', sub))).toBe('ADDRESS_NOT_PROVED');
  });

  it('with an address that the provider has not verified', async () => {
    const { sub, email } = account({ email_verified: false });
    await invite(email);
    const arrival = await new Traveller(world).signIn('open', sub);
    expect(arrival.url.pathname).toBe('/login');
    expect(problemOf(arrival)).toBe('EMAIL_NOT_VERIFIED');
  });

  it('without an address', async () => {
    const sub = 'nameless';
    world.provider.add({ sub });
    expect(problemOf(await new Traveller(world).signIn('open', sub))).toBe('EMAIL_NOT_VERIFIED');
  });

  it('without an invitation', async () => {
    expect(problemOf(await new Traveller(world).signIn('open', account().sub))).toBe('NOT_INVITED');
  });

  it('when the person cancels', async () => {
    account();
    expect(problemOf(await new Traveller(world).signIn('open', undefined))).toBe('SIGN_IN_DENIED');
  });

  it('for a suspended user, linked or not', async () => {
    const { sub, email } = account();
    await invite(email);
    const before = new Traveller(world);
    await before.signIn('open', sub);
    const { id } = (await callerOf(before)).user;
    await operator().patch(`/api/v1/users/${id}`).send({ suspended: true }).expect(200);
    await browserOf(before).get('/api/v1/session').expect(401);
    expect(problemOf(await new Traveller(world).signIn('open', sub))).toBe('ACCOUNT_SUSPENDED');
    const { sub: other } = account({ email });
    expect(problemOf(await new Traveller(world).signIn('open', other))).toBe('ACCOUNT_SUSPENDED');
  });

  it('with another state than the one that was sent', async () => {
    const { sub } = account();
    const traveller = new Traveller(world);
    const page = await traveller.visit('/auth/oidc/open');
    const arrival = await traveller.visit(`/auth/oidc/open/callback?code=x&state=${'y'.repeat(43)}`);
    expect(problemOf(arrival)).toBe('SIGN_IN_EXPIRED');
    // The visit that the person has begun is not lost by that.
    expect(problemOf(await traveller.choose(page, sub))).toBe('NOT_INVITED');
  });

  it('in a browser in which it has not begun', async () => {
    const { sub, email } = account();
    await invite(email);
    const traveller = new Traveller(world);
    await traveller.signIn('open', sub);
    const stranger = new Traveller(world);
    expect(problemOf(await stranger.visit(traveller.callback))).toBe('SIGN_IN_EXPIRED');
  });

  it('a second time with the same answer, in the browser and with a copy of its cookies', async () => {
    const { sub, email } = account();
    await invite(email);
    const traveller = new Traveller(world);
    const page = await traveller.visit('/auth/oidc/open');
    const copied = traveller.cookie;
    expect(problemOf(await traveller.choose(page, sub))).toBeNull();
    const { callback } = traveller;
    expect(problemOf(await traveller.visit(callback))).toBe('SIGN_IN_EXPIRED');
    const thief = new Traveller(world);
    thief.setCookies(copied);
    expect(problemOf(await thief.visit(callback))).toBe('SIGN_IN_EXPIRED');
  });

  it('with an answer of another provider', async () => {
    const traveller = new Traveller(world);
    const page = await traveller.visit('/auth/oidc/open');
    const attempt = traveller.cookie;
    const code = await new Traveller(world).visit('/auth/oidc/exact/callback?code=x&state=y');
    expect([page.text.includes('Cancel'), attempt.includes('sluice-oidc'), problemOf(code)]).toEqual([true, true, 'SIGN_IN_EXPIRED']);
  });

  it('at a provider that is not known', async () => {
    expect(problemOf(await new Traveller(world).visit('/auth/oidc/unknown'))).toBe('NOT_FOUND');
  });
});

describe('while the provider is down', () => {
  it('the page says so, and people with a password sign in', async () => {
    const { email } = await userWithPassword(world.server);
    world.provider.setDown(true);
    try {
      const down = await new Traveller(world).visit('/auth/oidc/exact');
      expect([down.url.pathname, problemOf(down)]).toEqual(['/login', 'PROVIDER_UNAVAILABLE']);
      await signIn(world.server, email).expect(200);
    } finally {
      world.provider.setDown(false);
    }
    expect((await new Traveller(world).visit('/auth/oidc/exact')).text).toContain('Cancel');
  });

  it('a visit that has begun ends with that, too', async () => {
    const { sub } = account();
    const traveller = new Traveller(world);
    const page = await traveller.visit('/auth/oidc/open');
    world.provider.setTokensDown(true);
    try {
      expect(problemOf(await traveller.choose(page, sub))).toBe('PROVIDER_UNAVAILABLE');
    } finally {
      world.provider.setTokensDown(false);
    }
  });
});

describe('a provider whose clock is ahead', () => {
  it('is accepted within the tolerance and refused beyond it', async () => {
    const { sub, email } = account();
    await invite(email);
    world.provider.setAhead(40);
    try {
      expect(problemOf(await new Traveller(world).signIn('open', sub))).toBeNull();
      expect(problemOf(await new Traveller(world).signIn('exact', sub))).toBe('CLOCKS_DIFFER');
    } finally {
      world.provider.setAhead(0);
    }
  });
});

describe('people of the domain of a provider', () => {
  it('need no invitation', async () => {
    const { sub, email } = account({ email: 'new@company.example' });
    const traveller = new Traveller(world);
    expect(problemOf(await traveller.signIn('company', sub))).toBeNull();
    expect((await callerOf(traveller)).user.email).toBe(email);
  });

  it('do not sign in with passwords where those are off, whether they have an account or not', async () => {
    for (const email of ['new@company.example', 'unknown@company.example']) {
      const { body } = await signIn(world.server, email).expect(403);
      expect(body).toMatchObject({ code: 'PASSWORD_OFF', error: 'People at company.example sign in with The company account' });
    }
  });

  it('are others than the user of a foreign address', async () => {
    const { email } = await userWithPassword(world.server);
    expect(problemOf(await new Traveller(world).signIn('company', account({ email }).sub))).toBe('NOT_INVITED');
  });
});

describe('a person who signs in', () => {
  const path = '/api/v1/users/me/identities';

  /** Follows the address that a request of a page was answered with. */
  async function throughProvider(visited: Visitor, request: string, sub: string | undefined): Promise<string | null> {
    const response = await visited.post(request).send({ provider: 'open' }).expect(200);
    const traveller = new Traveller(world);
    const set = (response.headers['set-cookie'] as unknown as string[]).map((cookie) => cookie.split(';')[0] ?? '');
    traveller.setCookies([visited.cookie, ...set].join('; '));
    const arrival = await traveller.choose(await traveller.visit((response.body as { data: { address: string } }).data.address), sub);
    cookies = traveller.cookie;
    return problemOf(arrival);
  }
  let cookies = '';

  it('with a password links an account of any address, and unlinks it: sessions of it end', async () => {
    const { email } = await userWithPassword(world.server);
    const person = await visitor(world.server, email);
    const { sub } = account();
    expect(await throughProvider(person, path, sub)).toBeNull();
    const { body } = await person.get(path).expect(200);
    expect(body.data).toMatchObject({ hasPassword: true, identities: [{ provider: 'open', providerName: 'The open account' }] });
    const traveller = new Traveller(world);
    await traveller.signIn('open', sub);
    expect((await callerOf(traveller)).user.email).toBe(email);
    const { id } = (body.data as { identities: { id: string }[] }).identities[0] ?? { id: '' };
    await person.delete(`${path}/${id}`).expect(200);
    await browserOf(traveller).get('/api/v1/session').expect(401);
    await person.get('/api/v1/session').expect(200);
    expect(problemOf(await new Traveller(world).signIn('open', sub))).toBe('NOT_INVITED');
  });

  it('links no account of another user, and none without a verified address', async () => {
    const { sub, email } = account();
    await invite(email);
    await new Traveller(world).signIn('open', sub);
    const person = await visitor(world.server, (await userWithPassword(world.server)).email);
    expect(await throughProvider(person, path, sub)).toBe('IDENTITY_TAKEN');
    expect(await throughProvider(person, path, account({ email_verified: false }).sub)).toBe('EMAIL_NOT_VERIFIED');
    expect(await throughProvider(person, path, undefined)).toBe('SIGN_IN_DENIED');
  });

  it('without a password keeps the only account, and proves at the provider who they are', async () => {
    const { sub, email } = account();
    await invite(email);
    const traveller = new Traveller(world);
    await traveller.signIn('open', sub);
    const person = browserOf(traveller);
    const { data } = (await person.get(path).expect(200)).body as { data: { hasPassword: boolean; identities: { id: string }[] } };
    expect(data.hasPassword).toBe(false);
    await person.delete(`${path}/${data.identities[0]?.id ?? ''}`).expect(409);
    await person.post('/api/v1/session/confirm').send({ password: testPassword }).expect(403);
    const before = (await person.get('/api/v1/session').expect(200)).body.data as { recentUntil: string };
    expect(await throughProvider(person, '/api/v1/session/confirm/provider', sub)).toBeNull();
    await person.get('/api/v1/session').expect(401);
    const after = (await visitorWith(world.server, cookies).get('/api/v1/session').expect(200)).body.data as { recentUntil: string };
    expect(Date.parse(after.recentUntil)).toBeGreaterThan(Date.parse(before.recentUntil));
  });

  it('proves nothing with the account of someone else', async () => {
    const { sub, email } = account();
    await invite(email);
    await new Traveller(world).signIn('open', sub);
    const person = await visitor(world.server, (await userWithPassword(world.server)).email);
    expect(await throughProvider(person, '/api/v1/session/confirm/provider', sub)).toBe('OTHER_ACCOUNT');
    await person.get('/api/v1/session').expect(200);
  });

  it('is not linked by a visit that another session has begun', async () => {
    const [one, two] = [await userWithPassword(world.server), await userWithPassword(world.server)];
    const victim = await visitor(world.server, one.email);
    const attacker = await visitor(world.server, two.email);
    const response = await attacker.post(path).send({ provider: 'open' }).expect(200);
    const traveller = new Traveller(world);
    const set = (response.headers['set-cookie'] as unknown as string[]).map((cookie) => cookie.split(';')[0] ?? '');
    traveller.setCookies([victim.cookie, ...set].join('; '));
    const page = await traveller.visit((response.body as { data: { address: string } }).data.address);
    expect(problemOf(await traveller.choose(page, account().sub))).toBe('SIGN_IN_EXPIRED');
  });

  it('reads at the sign-in page which providers there are', async () => {
    const { body } = await world.server.as().get('/api/v1/sign-in').expect(200);
    expect(body.data).toMatchObject({
      isSetUp: true,
      providers: [{ id: 'open', name: 'The open account' }, { id: 'company' }, { id: 'exact' }],
    });
  });

  it('keeps the keys that they have made', async () => {
    const { sub, email } = account();
    await invite(email);
    const traveller = new Traveller(world);
    await traveller.signIn('open', sub);
    const { id } = (await callerOf(traveller)).user;
    const { key } = await issueKey(world.server, { name: 'mine', userId: id });
    await world.server.as(key).get('/api/v1/session').expect(200);
  });
});
