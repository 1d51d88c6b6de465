import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { eventually } from '../../support/eventually.js';
import { holdTable } from '../../support/held-table.js';
import { guardedClient, guardedSite, type GuardedSite } from '../../support/mcp/guarded-site.js';
import { register } from '../../support/mcp/mcp-api.js';
import { signInTo } from '../../support/mcp/sign-in-to.js';
import { closeSites } from '../../support/sites.js';
import { behindProxy, userWithPassword, visitor, type Visitor } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/** Access tokens are renewed before each request that is made so much later: on a busy machine also between two requests of a test. */
const lifetimeSeconds = 1;

let server: TestApp;
let person: Visitor;
let guarded: GuardedSite;

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
  await guarded.close();
  await closeSites();
});
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const code = { oauthClientId: 'sluice', oauthClientSecret: '{{CLIENT_SECRET}}' };
const credentials = { ...code, oauthGrant: 'client_credentials' };

/** A registration that has tokens. */
async function registered(settings: Record<string, string>): Promise<string> {
  guarded = await guardedSite(`${server.config.baseUrl}/auth/mcp/callback`, {}, lifetimeSeconds);
  const { id } = await register(server, `${guarded.site.url}/mcp`, settings);
  if (settings === code) await signInTo(server, id, person);
  expect((await tested(id)).body.data).toMatchObject({ ok: true });
  return id;
}

const tested = (id: string) => owner().post(`/api/v1/mcp-servers/${id}/test`);

/** Why tokens of the registration were revoked, once for each grant. */
async function reasonsOf(id: string): Promise<readonly string[]> {
  const text = `select data->>'reason' as reason from ledger_event
                where stream_id = $1 and type = 'mcp-connection.tokens-revoked' and data->>'outcome' = 'revoked' order by version`;
  return (await server.database.pool.query<{ reason: string }>(text, [id])).rows.map(({ reason }) => reason);
}

/** Each of at least two grants was revoked for this reason, and none is kept. */
const allRevoked = (id: string, reason: string) =>
  eventually(async () => {
    const reasons = await reasonsOf(id);
    expect(reasons.length).toBeGreaterThanOrEqual(2);
    expect(new Set(reasons)).toEqual(new Set([reason]));
    expect(await grantsOf(id)).toBe(0);
  });

async function grantsOf(id: string): Promise<number> {
  return (await server.database.pool.query('select 1 from mcp_grant where connection_id = $1', [id])).rows.length;
}

describe.each([
  ['a person', code],
  ['the credentials of the client', credentials],
])('tokens that come with the help of %s after those that they replace were read', (_, settings) => {
  it('and before the deletion of the registration is stored, are revoked as well', async () => {
    const id = await registered(settings);
    const events = await holdTable(server.connectionString, 'ledger_event');
    const deletion = owner().delete(`/api/v1/mcp-servers/${id}`).then();
    await events.waiting();
    const { rows: before } = await server.database.pool.query('select sealed from mcp_grant');
    const renewal = tested(id).then();
    await eventually(async () => expect((await server.database.pool.query('select sealed from mcp_grant')).rows).not.toEqual(before));
    await events.release();
    expect((await deletion).status).toBe(200);
    await renewal;
    await allRevoked(id, 'deleted');
  });

  it('and after the deletion is stored, are revoked as well', async () => {
    const id = await registered(settings);
    const held = guarded.holdTokens();
    const renewal = tested(id).then();
    const release = await held;
    await owner().delete(`/api/v1/mcp-servers/${id}`).expect(200);
    await eventually(async () => expect(await reasonsOf(id)).toEqual(['deleted']));
    release();
    await renewal;
    await allRevoked(id, 'deleted');
  });

  it('and after its client is another one, are revoked in the name of the former one', async () => {
    const id = await registered(settings);
    const held = guarded.holdTokens();
    const renewal = tested(id).then();
    const release = await held;
    await owner()
      .patch(`/api/v1/mcp-servers/${id}`)
      .send({ ...settings, oauthScope: 'tools' })
      .expect(200);
    await eventually(async () => expect(await reasonsOf(id)).toEqual(['changed']));
    release();
    await renewal;
    await allRevoked(id, 'changed');
  });
});

describe('tokens of former settings that come after those of the present ones', () => {
  it('are revoked, and the present ones stay', async () => {
    const id = await registered(credentials);
    const held = guarded.holdTokens();
    const renewal = tested(id).then();
    const release = await held;
    await owner()
      .patch(`/api/v1/mcp-servers/${id}`)
      .send({ ...credentials, oauthScope: 'tools' })
      .expect(200);
    expect((await tested(id)).body.data).toMatchObject({ ok: true });
    const { rows: present } = await server.database.pool.query('select settings from mcp_grant where connection_id = $1', [id]);
    release();
    await renewal;
    await eventually(async () => expect(await reasonsOf(id)).toEqual(['changed', 'changed']));
    const { rows: kept } = await server.database.pool.query('select settings from mcp_grant where connection_id = $1', [id]);
    expect(kept).toEqual(present);
  });
});

describe('tokens of a renewal that is answered after another sign-in', () => {
  it('do not replace those of the sign-in, with which the server is asked', async () => {
    const id = await registered(code);
    const held = guarded.holdTokens();
    const renewal = tested(id);
    const answer = renewal.then();
    const release = await held;
    await signInTo(server, id, person);
    const { rows: signedIn } = await server.database.pool.query('select sealed from mcp_grant where connection_id = $1', [id]);
    release();
    expect((await answer).body.data).toMatchObject({ ok: true });
    const { rows: kept } = await server.database.pool.query('select sealed from mcp_grant where connection_id = $1', [id]);
    expect(kept).toEqual(signedIn);
    expect(await reasonsOf(id)).toEqual([]);
  });
});

describe('tokens of a deleted registration that a process has kept before it was killed', () => {
  it('are revoked by the next tidying', async () => {
    const id = await registered(credentials);
    const { rows } = await server.database.pool.query<{ settings: string; sealed: string }>(
      'select settings, sealed from mcp_grant where connection_id = $1',
      [id],
    );
    await owner().delete(`/api/v1/mcp-servers/${id}`).expect(200);
    await eventually(async () => expect(await reasonsOf(id)).toEqual(['deleted']));
    await server.database.pool.query('insert into mcp_grant (connection_id, settings, sealed, updated_at) values ($1, $2, $3, now())', [
      id,
      rows[0]?.settings,
      rows[0]?.sealed,
    ]);
    await server.app.get(Housekeeper).tidy();
    await allRevoked(id, 'deleted');
  });
});
