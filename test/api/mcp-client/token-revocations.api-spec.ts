import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { auditCaughtUp } from '../../support/audit-caught-up.js';
import { eventually } from '../../support/eventually.js';
import { guardedClient, guardedSite, type GuardedSite } from '../../support/mcp/guarded-site.js';
import { register } from '../../support/mcp/mcp-api.js';
import { signInTo } from '../../support/mcp/sign-in-to.js';
import { closeSites } from '../../support/sites.js';
import { behindProxy, userWithPassword, visitor, type Visitor } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let person: Visitor;
const guarded: GuardedSite[] = [];

beforeAll(async () => {
  server = await startTestApp({ env: { ...behindProxy, SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  const workspace = `/api/v1/workspaces/${server.first.workspaceId}`;
  await owner()
    .put(`${workspace}/environment`)
    .send({ variables: { CLIENT_SECRET: guardedClient.client_secret } })
    .expect(200);
  const user = await userWithPassword(server);
  await owner().post(`${workspace}/members`).send({ email: user.email, permission: 'write' }).expect(200);
  person = await visitor(server, user.email);
}, 60_000);
afterEach(async () => {
  await Promise.all(guarded.splice(0).map((each) => each.close()));
  await closeSites();
});
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);

async function guard(revoking?: Parameters<typeof guardedSite>[3]): Promise<GuardedSite> {
  const made = await guardedSite(`${server.config.baseUrl}/auth/mcp/callback`, {}, 3600, revoking);
  guarded.push(made);
  return made;
}

const code = { oauthClientId: 'sluice', oauthClientSecret: '{{CLIENT_SECRET}}' };
const credentials = { ...code, oauthGrant: 'client_credentials' };
const tested = async (id: string): Promise<JsonObject> =>
  (await owner().post(`/api/v1/mcp-servers/${id}/test`).expect(200)).body.data as JsonObject;

describe('tokens that do not count here any more', () => {
  /** What the log of the registration says about them. */
  async function revocationsOf(id: string): Promise<readonly unknown[]> {
    const text = `select data->>'reason' as reason, data->>'outcome' as outcome, (data->>'attempts')::int as attempts from ledger_event
                  where stream_id = $1 and type = 'mcp-connection.tokens-revoked' order by version`;
    return (await server.database.pool.query(text, [id])).rows;
  }
  const recorded = async (id: string, ...expected: readonly object[]): Promise<void> =>
    eventually(async () => expect(await revocationsOf(id)).toEqual(expected));
  /** Attempts that the authorization server has not answered with success, while the tokens are kept. */
  async function attemptsOf(id: string): Promise<readonly number[]> {
    const text = 'select r.attempts from mcp_revocation r join timer t on t.id = r.id where t.stream_id = $1';
    return (await server.database.pool.query<{ attempts: number }>(text, [id])).rows.map(({ attempts }) => attempts);
  }
  /** All tokens that are to be revoked. */
  const kept = async () => (await server.database.pool.query('select id from mcp_revocation order by id')).rows;
  const hastened = (id: string) => server.database.pool.query('update timer set due_at = now() where stream_id = $1', [id]);
  const deleted = (id: string) => owner().delete(`/api/v1/mcp-servers/${id}`).expect(200);
  const bothTokens = [
    ['refresh_token', 200],
    ['access_token', 200],
  ];

  it('are revoked at their authorization server when the registration is deleted, and no record has them', async () => {
    const { site, shown, revocations } = await guard();
    const { id } = await register(server, `${site.url}/mcp`, code);
    await signInTo(server, id, person);
    expect(await tested(id)).toMatchObject({ ok: true });
    await deleted(id);
    await recorded(id, { reason: 'deleted', outcome: 'revoked', attempts: 1 });
    expect(revocations).toEqual(bothTokens);
    await auditCaughtUp(server);
    const path = `/api/v1/audit-logs?workspaceId=${server.first.workspaceId}&resourceType=mcp_connection&includeDeparted=true&limit=100`;
    const { body } = await owner().get(path).expect(200);
    const entry = (body.data as readonly JsonObject[]).find(
      (each) => each['resourceId'] === id && each['action'] === 'mcp_connection.tokens_revoked',
    );
    expect(entry).toMatchObject({ metadata: { reason: 'deleted', outcome: 'revoked', attempts: 1 } });
    const records = JSON.stringify([body, server.logLines]);
    for (const secret of [shown[0] ?? '', guardedClient.client_secret]) expect(records).not.toContain(secret);
  });

  it('are revoked when they were obtained with the credentials of the client, too', async () => {
    const { site, revocations } = await guard();
    const { id } = await register(server, `${site.url}/mcp`, credentials);
    expect(await tested(id)).toMatchObject({ ok: true });
    await deleted(id);
    await recorded(id, { reason: 'deleted', outcome: 'revoked', attempts: 1 });
    expect(revocations).toEqual([['access_token', 200]]);
  });

  it('are not revoked when a person signs in again, since the authorization server may count both sign-ins as one', async () => {
    const { site, shown, revocations } = await guard();
    const { id } = await register(server, `${site.url}/mcp`, code);
    await signInTo(server, id, person);
    expect(await tested(id)).toMatchObject({ ok: true });
    expect(revocations).toEqual([]);
    await signInTo(server, id, person);
    expect(await tested(id)).toMatchObject({ ok: true });
    expect(new Set(shown).size).toBe(2);
    expect(await revocationsOf(id)).toEqual([]);
    expect(revocations).toEqual([]);
  });

  it('are revoked in the name of the former client when the client or the scope changes', async () => {
    const { site, revocations } = await guard();
    const { id } = await register(server, `${site.url}/mcp`, code);
    await signInTo(server, id, person);
    await owner()
      .patch(`/api/v1/mcp-servers/${id}`)
      .send({ ...code, oauthClientId: 'another' })
      .expect(200);
    await recorded(id, { reason: 'changed', outcome: 'revoked', attempts: 1 });
    expect(revocations).toEqual(bothTokens);
    await deleted(id);
    await owner().get(`/api/v1/mcp-servers/${id}`).expect(404);
    expect(await revocationsOf(id)).toHaveLength(1);
  });

  it('are forgotten where the authorization server revokes none', async () => {
    const { site } = await guard('off');
    const { id } = await register(server, `${site.url}/mcp`, credentials);
    expect(await tested(id)).toMatchObject({ ok: true });
    await deleted(id);
    await recorded(id, { reason: 'deleted', outcome: 'unsupported', attempts: 1 });
  });

  it('do not hold up a deletion while the authorization server does not answer', async () => {
    const { site, revocations, close } = await guard('silent');
    const { id } = await register(server, `${site.url}/mcp`, credentials);
    expect(await tested(id)).toMatchObject({ ok: true });
    await deleted(id);
    await owner().get(`/api/v1/mcp-servers/${id}`).expect(404);
    await eventually(() => expect(revocations).toEqual([['access_token', 0]]));
    expect(await revocationsOf(id)).toEqual([]);
    guarded.splice(0);
    await close();
    await eventually(async () => expect(await attemptsOf(id)).toEqual([1]));
  });

  it.each(['failing', 'cut'] as const)('are revoked later by an authorization server that is %s at first', async (how) => {
    const before = await kept();
    const { site, shown, revocations, treatRevocations } = await guard(how);
    const { id } = await register(server, `${site.url}/mcp`, credentials);
    expect(await tested(id)).toMatchObject({ ok: true });
    await deleted(id);
    await eventually(async () => expect(await attemptsOf(id)).toEqual([1]));
    const { rows } = await server.database.pool.query(`select row_to_json(r)::text as text from mcp_revocation r`);
    for (const secret of [shown[0] ?? '', guardedClient.client_secret]) expect(JSON.stringify(rows)).not.toContain(secret);
    treatRevocations('on');
    await hastened(id);
    await recorded(id, { reason: 'deleted', outcome: 'revoked', attempts: 2 });
    expect(revocations.at(-1)).toEqual(['access_token', 200]);
    expect(await kept()).toEqual(before);
  });

  it('are given up and forgotten after seven attempts', async () => {
    const before = await kept();
    const { site, revocations } = await guard('failing');
    const { id } = await register(server, `${site.url}/mcp`, credentials);
    expect(await tested(id)).toMatchObject({ ok: true });
    await deleted(id);
    for (const attempts of [1, 2, 3, 4, 5, 6]) {
      await eventually(async () => expect(await attemptsOf(id)).toEqual([attempts]));
      await hastened(id);
    }
    await recorded(id, { reason: 'deleted', outcome: 'failed', attempts: 7 });
    expect(revocations).toEqual(Array.from({ length: 7 }, () => ['access_token', 503]));
    expect(await kept()).toEqual(before);
  });

  it('are not shown to another authorization server that the MCP server names by then', async () => {
    const [{ site, revocations, nameIssuer, issuer }, other] = [await guard(), await guard()];
    const { id } = await register(server, `${site.url}/mcp`, credentials);
    expect(await tested(id)).toMatchObject({ ok: true });
    nameIssuer(other.issuer);
    await deleted(id);
    await eventually(async () => expect(await attemptsOf(id)).toEqual([1]));
    expect([...revocations, ...other.revocations]).toEqual([]);
    nameIssuer(issuer);
    await hastened(id);
    await recorded(id, { reason: 'deleted', outcome: 'revoked', attempts: 2 });
    expect([revocations, other.revocations]).toEqual([[['access_token', 200]], []]);
  });
});
