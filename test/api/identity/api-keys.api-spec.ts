import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUser, issueKey } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = (): ReturnType<TestApp['as']> => server.as(server.first.apiKey);
const mine = '/api/v1/users/me/api-keys';
const ofWorkspace = (): string => `/api/v1/workspaces/${server.first.workspaceId}/api-keys`;

describe('API keys', () => {
  it.each([
    ['personal', () => mine],
    ['workspace', ofWorkspace],
  ])('show their value once: %s keys', async (kind, path) => {
    const issued = await owner()
      .post(path())
      .send({ name: `shown once ${kind}` })
      .expect(200);
    expect(issued.body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: `shown once ${kind}`,
      key: expect.stringMatching(/^sk-sluice-[0-9A-Za-z]{32}$/),
      displayKey: expect.stringContaining(issued.body.data.key.slice(-4)),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      expiresAt: null,
      scopes: ['admin'],
      allowedIps: [],
      lastUsedAt: null,
      ...(kind === 'workspace' ? { createdBy: { userId: server.first.userId, email: 'owner@localhost' } } : {}),
    });
    const { key, ...rest } = issued.body.data;
    const list = await owner().get(path()).expect(200);
    expect(list.body.data).toContainEqual(rest);
    expect(list.text).not.toContain(key);
    await server.as(key).get('/api/v1/workspaces').expect(200);
  });

  it.each(['nonsense', '00000000-0000-4000-8000-000000000000\n', '00000000-0000-4000-8000-000000000000'])(
    'of a user who is not there are not there either: %j',
    async (id) => {
      await owner()
        .get(`/api/v1/users/${encodeURIComponent(id)}/api-keys`)
        .expect(404);
    },
  );

  it('leave no trace of their value in the database, in readable form (AC-15)', async () => {
    const { key } = await issueKey(server, { name: 'searched for', workspaceId: server.first.workspaceId });
    const { rows: tables } = await server.database.pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
    );
    for (const { name } of tables) {
      for (const value of [key, server.first.apiKey]) {
        const { rows } = await server.database.pool.query(`select 1 from ${name} t where t::text like '%' || $1 || '%'`, [value.slice(10)]);
        expect({ name, found: rows.length }).toEqual({ name, found: 0 });
      }
    }
  });

  it('have names of their own per user and per workspace', async () => {
    await owner().post(mine).send({ name: 'twin' }).expect(200);
    const again = await owner().post(mine).send({ name: ' twin ' }).expect(409);
    expect(again.body).toEqual({ error: 'An API key with this name exists already', code: 'DUPLICATE_NAME' });
    await owner().post(ofWorkspace()).send({ name: 'twin' }).expect(200);
    const user = await createUser(server);
    await server.as(user.key).post(mine).send({ name: 'twin' }).expect(200);
  });

  it('give their name back when they are revoked', async () => {
    const { id } = await issueKey(server, { name: 'reused' });
    const answer = await owner().delete(`${mine}/${id}`).expect(200);
    expect(answer.body).toEqual({ data: { id, message: 'API key deleted' } });
    await owner().delete(`${mine}/${id}`).expect(404);
    await issueKey(server, { name: 'reused' });
  });

  it('are not all revoked: one with which an operator runs the server stays', async () => {
    const alone = await startTestApp();
    try {
      const client = alone.as(alone.first.apiKey);
      await issueKey(alone, { name: 'limited', scopes: ['write'] });
      await issueKey(alone, { name: 'of the workspace', workspaceId: alone.first.workspaceId });
      await createUser(alone);
      const refused = await client.delete(`${mine}/${alone.first.keyId}`).expect(409);
      expect(refused.body.error).toContain('last API key');
      const { key } = await issueKey(alone, { name: 'another' });
      await client.delete(`${mine}/${alone.first.keyId}`).expect(200);
      await alone.as(key).get('/api/v1/users').expect(200);
    } finally {
      await alone.close();
    }
  }, 60_000);

  it('are not all revoked when the last two are revoked at once, in either order and in two processes', async () => {
    const one = await startTestApp();
    try {
      const two = await startTestApp({ beside: one });
      let held = { id: one.first.keyId, key: one.first.apiKey };
      for (const [index, [earlier, later]] of [[one, one] as const, [one, two] as const, [two, one] as const].entries()) {
        const issued = await one
          .as(held.key)
          .post(mine)
          .send({ name: `spare ${index}` })
          .expect(200);
        const spare = issued.body.data as typeof held;
        const [first, second] = index % 2 === 0 ? [held, spare] : [spare, held];
        const answers = await Promise.all([
          earlier.as(second.key).delete(`${mine}/${first.id}`),
          later.as(first.key).delete(`${mine}/${second.id}`),
        ]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        held = answers[0].status === 200 ? second : first;
      }
      await two.close();
    } finally {
      await one.close();
    }
  }, 60_000);

  it('are not all lost when one operator revokes the own key while another one is suspended', async () => {
    const alone = await startTestApp();
    try {
      const client = alone.as(alone.first.apiKey);
      const ada = await createUser(alone);
      await client.patch(`/api/v1/users/${ada.id}`).send({ isOperator: true }).expect(200);
      const answers = await Promise.all([
        client.delete(`${mine}/${alone.first.keyId}`),
        client.patch(`/api/v1/users/${ada.id}`).send({ suspended: true }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    } finally {
      await alone.close();
    }
  }, 60_000);

  it.each([
    ['personal', () => mine],
    ['workspace', ofWorkspace],
  ])('can be renamed, prolonged and bound to addresses: %s keys', async (kind, path) => {
    const { key, ...issued } = (
      await owner()
        .post(path())
        .send({ name: `changed ${kind}` })
        .expect(200)
    ).body.data as { key: string; id: string };
    const wanted = { name: `renamed ${kind}`, expiresAt: '2031-03-04T05:06:07.000Z', allowedIps: ['192.0.2.0/24'] };
    const changed = await owner().patch(`${path()}/${issued.id}`).send(wanted).expect(200);
    expect(changed.body.data).toEqual({ ...issued, ...wanted });
    await server.as(key).get('/api/v1/workspaces').expect(401);
    const again = await owner().patch(`${path()}/${issued.id}`).send({ expiresAt: null, allowedIps: [] }).expect(200);
    expect(again.body.data).toEqual({ ...issued, name: wanted.name });
    await server.as(key).get('/api/v1/workspaces').expect(200);
  });

  it('are not changed into what they may not be', async () => {
    const taken = await issueKey(server, { name: 'taken' });
    const { id } = await issueKey(server, { name: 'not changed' });
    const user = await createUser(server);
    await owner().patch(`${mine}/${id}`).send({ name: 'taken' }).expect(409);
    for (const body of [{ name: '' }, { name: null }, { expiresAt: '2001-01-01T00:00:00Z' }, { allowedIps: ['nowhere'] }]) {
      const refused = await owner().patch(`${mine}/${id}`).send(body).expect(400);
      expect(refused.body.details).toMatchObject([{ path: Object.keys(body) }]);
    }
    await server.as(user.key).patch(`${mine}/${taken.id}`).send({ name: 'x' }).expect(404);
    const expiring = await issueKey(server, { name: 'expiring', expiresAt: '2031-03-04T00:00:00.000Z' });
    await server.as(expiring.key).patch(`${mine}/${id}`).send({ expiresAt: '2031-03-05T00:00:00.000Z' }).expect(403);
    await server.as(expiring.key).patch(`${mine}/${expiring.id}`).send({ expiresAt: null }).expect(403);
  });

  it('of others are not there', async () => {
    const user = await createUser(server);
    const { id } = await issueKey(server, { name: 'not theirs' });
    const foreign = await server.as(user.key).delete(`${mine}/${id}`).expect(404);
    const absent = await server.as(user.key).delete(`${mine}/00000000-0000-4000-8000-000000000000`).expect(404);
    const nonsense = await server.as(user.key).delete(`${mine}/nonsense`).expect(404);
    expect([foreign.text, nonsense.text]).toEqual([absent.text, absent.text]);
    await owner().delete(`${ofWorkspace()}/${id}`).expect(404);
  });

  it.each([
    [{}, ['name'], 'required'],
    [{ name: '  ' }, ['name'], 'out_of_range'],
    [{ name: 7 }, ['name'], 'invalid_type'],
    [{ name: 'x', expiresAt: 'tomorrow' }, ['expiresAt'], 'invalid'],
    [{ name: 'x', expiresAt: '2031-02-30T00:00:00Z' }, ['expiresAt'], 'invalid'],
    [{ name: 'x', expiresAt: '2001-01-01T00:00:00Z' }, ['expiresAt'], 'invalid'],
    [{ name: 'x', scopes: ['everything'] }, ['scopes'], 'not_allowed'],
    [{ name: 'x', scopes: [] }, ['scopes'], 'invalid'],
    [{ name: 'x', scopes: 'read' }, ['scopes'], 'invalid_type'],
    [{ name: 'x', allowedIps: ['192.0.2.1', 'nowhere'] }, ['allowedIps'], 'invalid'],
    [{ name: 'x', allowedIps: '192.0.2.1' }, ['allowedIps'], 'invalid_type'],
  ])('are refused for %j', async (body, path, code) => {
    const answer = await owner().post(mine).send(body).expect(400);
    expect(answer.body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path, code, message: expect.stringContaining(path[0] ?? '') }],
    });
  });

  it('with a scope can do no more than that, whatever their user may', async () => {
    const { key } = await issueKey(server, { name: 'reader', scopes: ['read'] });
    await server.as(key).get(`/api/v1/workspaces/${server.first.workspaceId}`).expect(200);
    await server.as(key).patch(`/api/v1/workspaces/${server.first.workspaceId}`).send({ name: 'x' }).expect(403);
    await server.as(key).get('/api/v1/users').expect(403);
    await server.as(key).post(mine).send({ name: 'wider' }).expect(403);
  });

  it('of a workspace reach that workspace only and nothing of their maker (AC-17)', async () => {
    const { body } = await owner().post('/api/v1/workspaces').send({ name: 'another' }).expect(200);
    const { key } = await issueKey(server, { name: 'bound', workspaceId: server.first.workspaceId });
    const list = await server.as(key).get('/api/v1/workspaces').expect(200);
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([server.first.workspaceId]);
    await server.as(key).get(`/api/v1/workspaces/${body.data.id}`).expect(404);
    for (const path of [mine, '/api/v1/users', '/api/v1/organizations']) await server.as(key).get(path).expect(403);
    await server.as(key).post('/api/v1/workspaces').send({ name: 'x' }).expect(403);
  });

  it('of a workspace are made and listed by its admins only', async () => {
    const user = await createUser(server);
    const workspace = `/api/v1/workspaces/${server.first.workspaceId}`;
    const stranger = await server.as(user.key).get(ofWorkspace()).expect(404);
    const absent = await server.as(user.key).get('/api/v1/workspaces/00000000-0000-4000-8000-000000000000/api-keys').expect(404);
    expect(stranger.text).toBe(absent.text);
    await owner().post(`${workspace}/members`).send({ email: user.email, permission: 'write' }).expect(200);
    await server.as(user.key).get(ofWorkspace()).expect(403);
    await server.as(user.key).post(ofWorkspace()).send({ name: 'x' }).expect(403);
    await owner().patch(`${workspace}/members/${user.id}`).send({ permission: 'admin' }).expect(200);
    await server.as(user.key).post(ofWorkspace()).send({ name: 'made by an admin' }).expect(200);
  });

  it('of a workspace name their maker, whose removal names them', async () => {
    const user = await createUser(server);
    const workspace = `/api/v1/workspaces/${server.first.workspaceId}`;
    await owner().post(`${workspace}/members`).send({ email: user.email, permission: 'admin' }).expect(200);
    const made = await server.as(user.key).post(ofWorkspace()).send({ name: 'ends with its maker' }).expect(200);
    const revoked = await server.as(user.key).post(ofWorkspace()).send({ name: 'ended before' }).expect(200);
    await owner().delete(`${ofWorkspace()}/${revoked.body.data.id}`).expect(200);
    const listed = (await owner().get(`${ofWorkspace()}?limit=100`).expect(200)).body.data as { id: string; createdBy: object }[];
    expect(listed.find(({ id }) => id === made.body.data.id)?.createdBy).toEqual({ userId: user.id, email: user.email });
    const removed = await owner().delete(`${workspace}/members/${user.id}`).expect(200);
    const ended = { id: made.body.data.id, name: 'ends with its maker', workspaceId: server.first.workspaceId };
    expect(removed.body).toEqual({ data: { id: user.id, message: 'Member deleted', endedApiKeys: [ended] } });
    await server.as(made.body.data.key).get(workspace).expect(404);
  });

  it('of a workspace go on when their maker reaches it in another way, and end with the membership in the organization', async () => {
    const user = await createUser(server);
    const { organizationId, workspaceId } = server.first;
    await owner().post(`/api/v1/organizations/${organizationId}/members`).send({ email: user.email, role: 'admin' }).expect(200);
    await owner().post(`/api/v1/workspaces/${workspaceId}/members`).send({ email: user.email, permission: 'read' }).expect(200);
    const made = await server.as(user.key).post(ofWorkspace()).send({ name: 'of an admin of the organization' }).expect(200);
    const left = await owner().delete(`/api/v1/workspaces/${workspaceId}/members/${user.id}`).expect(200);
    expect(left.body.data.endedApiKeys).toEqual([]);
    await server.as(made.body.data.key).get(`/api/v1/workspaces/${workspaceId}`).expect(200);
    const removed = await owner().delete(`/api/v1/organizations/${organizationId}/members/${user.id}`).expect(200);
    expect(removed.body.data.endedApiKeys).toEqual([{ id: made.body.data.id, name: 'of an admin of the organization', workspaceId }]);
  });

  it('are paged with cursors that fit one list only', async () => {
    const user = await createUser(server);
    for (const name of ['a', 'b', 'c', 'd']) await issueKey(server, { name, userId: user.id });
    const client = server.as(user.key);
    const first = await client.get(`${mine}?limit=3`).expect(200);
    const second = await client.get(`${mine}?limit=3&cursor=${first.body.nextCursor}`).expect(200);
    expect([...first.body.data, ...second.body.data].map(({ name }: { name: string }) => name)).toEqual(['first', 'a', 'b', 'c', 'd']);
    expect(second.body.nextCursor).toBeNull();
    const elsewhere = await owner().get(`${mine}?cursor=${first.body.nextCursor}`).expect(400);
    expect(elsewhere.body.details).toMatchObject([{ path: ['cursor'] }]);
    for (const limit of ['0', '101', 'x', '1.5', '']) await client.get(`${mine}?limit=${limit}`).expect(400);
    await client.get(`${mine}?limit=1&limit=2`).expect(400);
  });
});
