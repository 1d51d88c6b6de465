import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { longestRenewalMs } from '#modules/mcp/store/grants/mcp-grants.js';
import { auditCaughtUp } from '../../support/audit-caught-up.js';
import { eventually } from '../../support/eventually.js';
import { calling, deploying, register } from '../../support/mcp/mcp-api.js';
import { guardedClient, guardedSite, type GuardedSite } from '../../support/mcp/guarded-site.js';
import { codeAt, signInTo } from '../../support/mcp/sign-in-to.js';
import { closeSites } from '../../support/sites.js';
import { behindProxy, cookieOf, userWithPassword, visitor, type Visitor } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let other: TestApp;
let person: Visitor;
const guarded: GuardedSite[] = [];

beforeAll(async () => {
  server = await startTestApp({ env: { ...behindProxy, SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  other = await startTestApp({ beside: server, env: { ...behindProxy, SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  const { workspaceId } = server.first;
  await owner()
    .put(`/api/v1/workspaces/${workspaceId}/environment`)
    .send({ variables: { CLIENT_SECRET: guardedClient.client_secret, WRONG: 'wrong' } })
    .expect(200);
  const user = await userWithPassword(server);
  await owner().post(`/api/v1/workspaces/${workspaceId}/members`).send({ email: user.email, permission: 'write' }).expect(200);
  person = await visitor(server, user.email);
}, 60_000);
afterEach(async () => {
  await Promise.all(guarded.splice(0).map((each) => each.close()));
  await closeSites();
});
afterAll(async () => {
  await other.close();
  await server.close();
});

const owner = () => server.as(server.first.apiKey);
const redirectUri = (): string => `${server.config.baseUrl}/auth/mcp/callback`;

async function guard(...more: [behaviour?: Parameters<typeof guardedSite>[1], lifetimeSeconds?: number]): Promise<GuardedSite> {
  const made = await guardedSite(redirectUri(), ...more);
  guarded.push(made);
  return made;
}

const credentials = { oauthClientId: 'sluice', oauthClientSecret: '{{CLIENT_SECRET}}', oauthGrant: 'client_credentials' };
const code = { oauthClientId: 'sluice', oauthClientSecret: '{{CLIENT_SECRET}}' };
const tested = async (id: string, at = server): Promise<JsonObject> =>
  (await at.as(server.first.apiKey).post(`/api/v1/mcp-servers/${id}/test`).expect(200)).body.data as JsonObject;
const shownOf = async (id: string): Promise<JsonObject> =>
  (await owner().get(`/api/v1/mcp-servers/${id}`).expect(200)).body.data as JsonObject;

const signIn = (id: string, by: Visitor = person, cookie?: string): Promise<string> => signInTo(server, id, by, cookie);

async function output(workflowId: string, at = server): Promise<unknown> {
  return (await at.as(server.first.apiKey).post(`/api/workflows/${workflowId}/execute`).send({}).expect(200)).body;
}

/** The output of a run whose block calls a tool of the server. */
async function called(id: string): Promise<unknown> {
  const { workflowId, answer } = await deploying(server, calling(id));
  expect(answer.status).toBe(200);
  return output(workflowId);
}

describe.each(['modern', 'legacy'] as const)('a server of the %s era that takes access tokens', (era) => {
  it('is used with a token for the credentials of the client, which is kept', async () => {
    const { site, asked, shown } = await guard({ era });
    const { id } = await register(server, `${site.url}/mcp`, credentials);
    expect(await tested(id)).toMatchObject({ ok: true, toolCount: 1 });
    expect(JSON.stringify(await called(id))).toContain('hi');
    expect(await tested(id, other)).toMatchObject({ ok: true });
    expect(asked).toEqual({ client_credentials: 1 });
    expect(new Set(shown).size).toBe(1);
  });

  it('is used in the name of a person who signs in to it', async () => {
    const { site, asked } = await guard({ era });
    const { id } = await register(server, `${site.url}/mcp`, code);
    const before = await tested(id);
    expect([before['ok'], before['error']]).toEqual([false, expect.stringContaining('needs a person who signs in')]);
    expect(await signIn(id)).toBe(`/workspace/${server.first.workspaceId}/mcp?authorized=${id}`);
    expect(await shownOf(id)).toMatchObject({ authType: 'oauth', oauthGrant: 'authorization_code', authorizedAt: expect.any(String) });
    // Another process sees the registration within a second.
    const { workflowId } = await deploying(server, calling(id));
    await eventually(async () => expect(JSON.stringify(await output(workflowId, other))).toContain('hi'));
    expect(asked).toEqual({ authorization_code: 1 });
  });
});

describe('an access token', () => {
  it('that has ended is renewed once, also when several processes need it at the same moment', async () => {
    const { site, asked, shown } = await guard({}, 20);
    const { id } = await register(server, `${site.url}/mcp`, code);
    await signIn(id);
    await Promise.all([tested(id), tested(id, other), tested(id), tested(id, other)]);
    expect(asked['refresh_token']).toBeGreaterThan(0);
    const before = asked['refresh_token'] ?? 0;
    expect(await tested(id)).toMatchObject({ ok: true });
    // Each of them ends within 30 s, so each use renews it: with the refresh token that the last renewal has given.
    expect(asked['refresh_token']).toBe(before + 1);
    expect(new Set(shown).size).toBeGreaterThan(1);
  });

  it('that the server refuses is replaced, and the call is made once', async () => {
    const { site, asked, revoke } = await guard();
    const { id } = await register(server, `${site.url}/mcp`, credentials);
    const { workflowId } = await deploying(server, calling(id));
    revoke();
    expect(JSON.stringify(await output(workflowId))).toContain('hi');
    expect(asked).toEqual({ client_credentials: 2 });
    expect(site.asked.filter(({ method }) => method === 'tools/call')).toHaveLength(1);
  });

  it('that is withdrawn needs the person again, and says so', async () => {
    const { site, revoke, withdraw } = await guard();
    const { id } = await register(server, `${site.url}/mcp`, code);
    await signIn(id);
    expect(await tested(id)).toMatchObject({ ok: true });
    revoke();
    withdraw();
    for (const _ of [1, 2]) expect((await tested(id))['error']).toContain('needs a person who signs in');
  });

  it('stays when the client is refused at its renewal, and the refusal names the reason', async () => {
    const { site, revoke, withdraw } = await guard();
    const { id } = await register(server, `${site.url}/mcp`, code);
    await signIn(id);
    expect(await tested(id)).toMatchObject({ ok: true });
    revoke();
    withdraw('invalid_client');
    for (const _ of [1, 2]) expect((await tested(id))['error']).toContain('invalid_client');
    withdraw(null);
    expect(await tested(id)).toMatchObject({ ok: true });
  });

  it('is claimed for longer than its renewal may take', async () => {
    const { site, revoke, holdTokens } = await guard();
    const { id } = await register(server, `${site.url}/mcp`, code);
    await signIn(id);
    expect(await tested(id)).toMatchObject({ ok: true });
    revoke();
    const held = holdTokens();
    const renewal = tested(id);
    const release = await held;
    const text = 'select extract(epoch from renewing_until - now()) * 1000 as ms from mcp_grant where connection_id = $1';
    const { rows } = await server.database.pool.query<{ ms: string }>(text, [id]);
    expect(Number(rows[0]?.ms)).toBeGreaterThan(longestRenewalMs);
    release();
    expect(await renewal).toMatchObject({ ok: true });
  });

  it('that comes after a change of the settings is no sign-in', async () => {
    const { site, holdTokens } = await guard();
    const { id } = await register(server, `${site.url}/mcp`, code);
    const held = holdTokens();
    const signing = signIn(id);
    const release = await held;
    await owner()
      .patch(`/api/v1/mcp-servers/${id}`)
      .send({ ...code, oauthScope: 'tools' })
      .expect(200);
    release();
    expect(await signing).toContain('problem=CONFLICT');
    const text = `select 1 from ledger_event where stream_id = $1 and type = 'mcp-connection.authorized'`;
    expect((await server.database.pool.query(text, [id])).rows).toEqual([]);
  });

  it.each([
    ['renewed', code],
    ['obtained again', credentials],
  ])('is %s at the authorization server that gave it, and no other one is shown a secret', async (_, settings) => {
    const [first, other] = [await guard(), await guard()];
    const { id } = await register(server, `${first.site.url}/mcp`, settings);
    if (settings === code) await signIn(id);
    expect(await tested(id)).toMatchObject({ ok: true });
    first.revoke();
    first.nameIssuer(other.issuer);
    for (const _again of [1, 2]) {
      const { ok, error } = await tested(id);
      expect([ok, error]).toEqual([false, expect.stringContaining(`names the authorization server ${other.issuer}`)]);
      expect(error).toContain(`its tokens are of ${first.issuer}`);
    }
    expect(other.asked).toEqual({});
    first.nameIssuer(first.issuer);
    expect(await tested(id)).toMatchObject({ ok: true });
  });

  it('is in the database sealed, and in no answer, event or line of the log', async () => {
    const { site, shown } = await guard();
    const { id } = await register(server, `${site.url}/mcp`, code);
    await signIn(id);
    await tested(id);
    const [token = ''] = shown;
    expect(token.length).toBeGreaterThan(20);
    const { rows } = await server.database.pool.query<{ text: string }>(
      `select row_to_json(e)::text as text from ledger_event e where stream_id = $1
       union all select row_to_json(g)::text from mcp_grant g union all select row_to_json(c)::text from mcp_connection c`,
      [id],
    );
    const stored = JSON.stringify(rows);
    expect(stored).toContain(id);
    for (const secret of [token, guardedClient.client_secret]) {
      expect(stored).not.toContain(secret);
      expect(JSON.stringify(server.logLines)).not.toContain(secret);
      expect(JSON.stringify(await shownOf(id))).not.toContain(secret);
    }
  });

  it('does not count for another client or scope, and ends with its registration', async () => {
    const { site } = await guard();
    const { id } = await register(server, `${site.url}/mcp`, code);
    await signIn(id);
    await owner()
      .patch(`/api/v1/mcp-servers/${id}`)
      .send({ ...code, oauthScope: 'tools other' })
      .expect(200);
    expect(await shownOf(id)).toMatchObject({ oauthScope: 'tools other', authorizedAt: null });
    expect((await tested(id))['error']).toContain('needs a person who signs in');
    await owner().delete(`/api/v1/mcp-servers/${id}`).expect(200);
    const { rows } = await server.database.pool.query('select 1 from mcp_grant where connection_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('is refused by an authorization server that does not know the secret, which is named', async () => {
    const { site } = await guard();
    const { id } = await register(server, `${site.url}/mcp`, { ...credentials, oauthClientSecret: '{{WRONG}}' });
    const { ok, error } = await tested(id);
    expect([ok, error]).toEqual([false, expect.stringContaining('refused the request: invalid_client')]);
    expect(error).not.toContain('wrong');
  });
});

describe('the sign-in of a person', () => {
  it('counts in the browser in which it began, once', async () => {
    const { site } = await guard();
    const { id } = await register(server, `${site.url}/mcp`, code);
    expect(await signIn(id, person, 'sluice-mcp-authorization=forged')).toBe('/?problem=SIGN_IN_EXPIRED');
    const page = `/workspace/${server.first.workspaceId}/mcp`;
    const begun = await person.post(`/api/v1/mcp-servers/${id}/authorization`).expect(200);
    const [set = ''] = begun.headers['set-cookie'] as unknown as string[];
    const [cookie = ''] = set.split(';');
    expect(set).toMatch(/HttpOnly; SameSite=Lax/);
    const both = `${person.cookie}; ${cookie}`;
    const at = (query: string) => server.as().get(`/auth/mcp/callback?${query}`).set('Cookie', both).expect(303);
    expect((await at('code=x&state=another')).headers['location']).toBe(`${page}?problem=SIGN_IN_EXPIRED`);
    const callback = await codeAt((begun.body as { data: { address: string } }).data.address);
    const state = new URLSearchParams(callback.split('?')[1]).get('state') ?? '';
    expect((await at(`error=access_denied&state=${state}`)).headers['location']).toBe(`${page}?problem=SIGN_IN_DENIED`);
    const arrived = await server.as().get(callback).set('Cookie', both).expect(303);
    expect(arrived.headers['location']).toBe(`${page}?authorized=${id}`);
    const again = await server.as().get(callback).set('Cookie', both).expect(303);
    expect(again.headers['location']).toBe(`${page}?problem=MCP_DENIED`);
  });

  it('counts in a session of the person who began it only, so that no planted cookie makes others sign in for them', async () => {
    const { site } = await guard();
    const { id } = await register(server, `${site.url}/mcp`, code);
    const { email } = await userWithPassword(server);
    const stranger = await visitor(server, email);
    for (const cookie of [`${stranger.cookie}; `, 'sluice=x; ', '']) {
      const begun = await person.post(`/api/v1/mcp-servers/${id}/authorization`).expect(200);
      const callback = await codeAt((begun.body as { data: { address: string } }).data.address);
      const arrived = await server
        .as()
        .get(callback)
        .set('Cookie', cookie + cookieOf(begun))
        .expect(303);
      expect(arrived.headers['location']).toBe(`/workspace/${server.first.workspaceId}/mcp?problem=SIGN_IN_EXPIRED`);
    }
    expect(await shownOf(id)).toMatchObject({ authorizedAt: null });
  });

  it('has a cookie over TLS that no other host can set', async () => {
    const { site } = await guard();
    const { id } = await register(server, `${site.url}/mcp`, code);
    const begun = await server
      .as()
      .post(`/api/v1/mcp-servers/${id}/authorization`)
      .set({ Cookie: `__Host-${person.cookie}`, 'X-Forwarded-Proto': 'https', 'Sec-Fetch-Site': 'same-origin' })
      .expect(200);
    const [set = ''] = begun.headers['set-cookie'] as unknown as string[];
    expect(set).toMatch(/^__Host-sluice-mcp-authorization=[^;]+; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/);
    const callback = await codeAt((begun.body as { data: { address: string } }).data.address);
    const arrive = (cookie: string) =>
      server
        .as()
        .get(callback)
        .set({ Cookie: `__Host-${person.cookie}; ${cookie}`, 'X-Forwarded-Proto': 'https' })
        .expect(303);
    expect((await arrive(cookieOf(begun).replace('__Host-', ''))).headers['location']).toBe('/?problem=SIGN_IN_EXPIRED');
    expect((await arrive(cookieOf(begun))).headers['location']).toContain(`?authorized=${id}`);
  });

  it('needs a session with write access, and a server that people sign in to', async () => {
    const { site } = await guard();
    const { id } = await register(server, `${site.url}/mcp`, credentials);
    await person.post(`/api/v1/mcp-servers/${id}/authorization`).expect(409);
    await owner().post(`/api/v1/mcp-servers/${id}/authorization`).expect(403);
  });

  it('is in the audit log', async () => {
    const { site } = await guard();
    const { id } = await register(server, `${site.url}/mcp`, code);
    expect(await signIn(id)).toContain('?authorized=');
    await auditCaughtUp(server);
    const path = `/api/v1/audit-logs?workspaceId=${server.first.workspaceId}&resourceType=mcp_connection&includeDeparted=true&limit=100`;
    const { body } = await owner().get(path).expect(200);
    const { data } = (await person.get('/api/v1/session').expect(200)).body as { data: { user: { id: string } } };
    const entries = (body.data as readonly JsonObject[]).filter(({ resourceId }) => resourceId === id);
    expect(entries.map(({ action, actorId }) => [action, actorId])).toContainEqual(['mcp_connection.authorized', data.user.id]);
  });
});

describe('a registration with access tokens', () => {
  it.each([
    [{ authType: 'oauth' }, 'oauthClientId'],
    [{ authType: 'headers', oauthClientId: 'x' }, 'authType'],
    [{ ...code, oauthClientSecret: 'in clear' }, 'oauthClientSecret'],
    [{ oauthClientId: 'x', oauthGrant: 'client_credentials' }, 'oauthClientSecret'],
    [{ ...code, oauthGrant: 'implicit' }, 'oauthGrant'],
    [{ ...code, oauthScope: 'a  b' }, 'oauthScope'],
    [{ ...code, headers: { Authorization: 'Bearer {{CLIENT_SECRET}}' } }, 'headers'],
  ])('is refused with %j', async (fields, field) => {
    const details = { workspaceId: server.first.workspaceId, name: 'refused', url: 'https://mcp.example.com/mcp', ...fields };
    const { body } = await owner().post('/api/v1/mcp-servers').send(details).expect(400);
    expect((body.details as readonly { path: readonly string[] }[]).map(({ path }) => path[0])).toContain(field);
  });

  it('keeps them when its headers change, and loses them with another authType', async () => {
    const { id } = await register(server, 'https://mcp.example.com/mcp', code);
    const at = `/api/v1/mcp-servers/${id}`;
    const { body: kept } = await owner()
      .patch(at)
      .send({ headers: { 'X-Team': 'a' } })
      .expect(200);
    expect(kept.data).toMatchObject({ authType: 'oauth', oauthClientId: 'sluice', hasOauthClientSecret: true, headerNames: ['X-Team'] });
    const { body: ended } = await owner().patch(at).send({ authType: 'headers' }).expect(200);
    expect(ended.data).toMatchObject({ authType: 'headers', oauthClientId: null, oauthGrant: null });
  });
});
