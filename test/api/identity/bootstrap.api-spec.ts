import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { composition } from '#app/composition.js';
import { rebuild } from '#ledger/projections/rebuild/rebuild.js';
import { KeyDigest } from '#host/secrets/key-digest.js';
import { generateApiKey } from '#host/secrets/api-key-format.js';
import { BootstrapInstance } from '#modules/identity/index.js';
import { KeyLookup } from '#modules/identity/gate/keys/key-lookup.js';
import type { KeyVerdict } from '#modules/identity/gate/keys/key-verdict.js';
import { createUser, issueKey } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = (): ReturnType<TestApp['as']> => server.as(server.first.apiKey);

async function counts(): Promise<Record<string, string>> {
  const { rows } = await server.database.pool.query<Record<string, string>>(
    `select (select count(*) from organization) as organizations, (select count(*) from user_account) as users,
       (select count(*) from workspace) as workspaces, (select count(*) from api_key) as keys, (select count(*) from api_key_secret) as secrets`,
  );
  return rows[0] ?? {};
}

describe('the first run', () => {
  it('makes one of each, once', async () => {
    const one = { organizations: '1', users: '1', workspaces: '1', keys: '1', secrets: '1' };
    expect(await counts()).toEqual(one);
    expect(await server.app.get(CommandBus).execute(new BootstrapInstance('other@localhost', generateApiKey()))).toBeUndefined();
    expect(await counts()).toEqual(one);
  });

  it('makes an operator who owns an organization on the plan for those who host themselves', async () => {
    const users = await owner().get('/api/v1/users').expect(200);
    expect(users.body.data).toMatchObject([{ id: server.first.userId, email: 'owner@localhost', isOperator: true }]);
    const organizations = await owner().get('/api/v1/organizations').expect(200);
    expect(organizations.body.data).toMatchObject([{ id: server.first.organizationId, plan: 'selfhosted' }]);
  });

  it('happens once when two processes start at the same time', async () => {
    const empty = await startTestApp();
    try {
      const other = await startTestApp({ beside: empty });
      const tables = 'organization, organization_member, user_account, workspace, workspace_member, api_key, api_key_secret';
      await empty.database.pool.query(`truncate ${tables}`);
      const made = await Promise.all(
        [empty, other].map(({ app }, index) => app.get(CommandBus).execute(new BootstrapInstance(`owner-${index}@localhost`))),
      );
      const [winner] = made.filter((first) => first !== undefined);
      expect(made.filter((first) => first !== undefined)).toHaveLength(1);
      for (const process of [empty, other]) await process.as(winner?.apiKey).get('/api/v1/workspaces').expect(200);
      await other.close();
    } finally {
      await empty.close();
    }
  }, 60_000);
});

describe('the account of a caller', () => {
  async function accountOf(key: string): Promise<unknown> {
    const digest = server.app.get(KeyDigest).digest(key);
    const verdict: KeyVerdict = await server.app.get(KeyLookup).find({ digest, formerDigests: [] });
    return 'caller' in verdict ? verdict.caller.account : verdict;
  }

  it('is the user with the organization joined first for a personal key, and the owner of the workspace for its keys', async () => {
    const { organizationId, userId, workspaceId } = server.first;
    const user = await createUser(server);
    expect(await accountOf(user.key)).toEqual({ userId: user.id, organizationId: null, plan: null });
    const { body } = await owner().post('/api/v1/organizations').send({ name: 'Joined first', plan: 'pro' }).expect(200);
    const payer = body.data.id as string;
    for (const id of [payer, organizationId]) {
      await owner().post(`/api/v1/organizations/${id}/members`).send({ email: user.email, role: 'admin' }).expect(200);
    }
    expect(await accountOf(user.key)).toEqual({ userId: user.id, organizationId: payer, plan: 'pro' });
    const ofWorkspace = await server.as(user.key).post(`/api/v1/workspaces/${workspaceId}/api-keys`).send({ name: 'theirs' }).expect(200);
    expect(await accountOf(ofWorkspace.body.data.key)).toEqual({ userId, organizationId, plan: 'selfhosted' });
  });
});

describe('the tables of identity', () => {
  it('are the same after they were built again from the first event', async () => {
    const user = await createUser(server);
    const workspace = `/api/v1/workspaces/${server.first.workspaceId}`;
    const { id } = await issueKey(server, { name: 'gone', workspaceId: server.first.workspaceId });
    await owner().delete(`${workspace}/api-keys/${id}`).expect(200);
    await owner().post(`${workspace}/members`).send({ email: user.email, permission: 'read' }).expect(200);
    await owner().patch(`${workspace}/members/${user.id}`).send({ permission: 'write' }).expect(200);
    await owner().patch(workspace).send({ name: 'Renamed', allowPersonalApiKeys: false }).expect(200);
    await owner().patch(`/api/v1/users/${user.id}`).send({ suspended: true }).expect(200);
    const { body } = await owner().post('/api/v1/workspaces').send({ name: 'Short-lived' }).expect(200);
    await owner().delete(`/api/v1/workspaces/${body.data.id}`).expect(200);
    const { pool, store } = server.database;
    for (const name of ['organization', 'user-account', 'workspace', 'api-key']) {
      const projection = composition.projections.find((candidate) => candidate.name === name);
      if (projection === undefined) throw new Error(`No projection ${name}`);
      const contents = async (): Promise<unknown[]> =>
        Promise.all(projection.models.map(async ({ table }) => (await pool.query(`select * from "${table}" t order by t::text`)).rows));
      const before = await contents();
      await rebuild(projection, { pool, decode: (row) => store.recorded(row) });
      expect(await contents()).toEqual(before);
    }
  });
});
