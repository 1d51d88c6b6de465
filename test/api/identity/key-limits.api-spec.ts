import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KeyUses } from '#modules/identity/store/key-uses.js';
import { eventually } from '../../support/eventually.js';
import { createUser, issueKey, type TestKey } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: { SLUICE_TRUSTED_PROXIES: '127.0.0.1' } });
}, 60_000);
afterAll(() => server.close());

const mine = '/api/v1/users/me/api-keys';
const owner = (): ReturnType<TestApp['as']> => server.as(server.first.apiKey);
const workspace = (): string => `/api/v1/workspaces/${server.first.workspaceId}`;
const logs = (): string => `/api/v1/logs?workspaceId=${server.first.workspaceId}`;
const notInScope = { error: 'The scopes of this API key (logs) do not include this request', code: 'FORBIDDEN' };

async function newWorkflow(): Promise<string> {
  const { body } = await owner().post('/api/v1/workflows').send({ workspaceId: server.first.workspaceId, name: 'Scoped' }).expect(200);
  return body.data.id as string;
}

describe('a key that is limited to reading logs', () => {
  it('does that and nothing else', async () => {
    const { key } = await issueKey(server, { name: 'logs only', scopes: ['logs'] });
    const client = server.as(key);
    await client.get(logs()).expect(200);
    const workflow = await newWorkflow();
    for (const path of [workspace(), '/api/v1/workspaces', `/api/v1/workflows/${workflow}`, `/api/workflows/${workflow}/status`]) {
      expect((await client.get(path).expect(403)).body).toEqual(notInScope);
    }
    expect((await client.post(`/api/workflows/${workflow}/execute`).send({}).expect(403)).body).toEqual(notInScope);
    expect((await client.patch(workspace()).send({ name: 'x' }).expect(403)).body).toEqual(notInScope);
    for (const path of [mine, '/api/v1/users', '/api/v1/organizations']) await client.get(path).expect(403);
    await client.post(mine).send({ name: 'wider' }).expect(403);
  });

  it('still gets 400 before 403, and learns nothing of what is foreign', async () => {
    const { key } = await issueKey(server, { name: 'logs, order', scopes: ['logs'] });
    await server.as(key).post('/api/v1/workflows').send({ name: 7 }).expect(400);
    const foreign = await server.as(key).get('/api/v1/workspaces/00000000-0000-4000-8000-000000000000').expect(404);
    expect(foreign.body.code).toBe('NOT_FOUND');
  });
});

describe('a key that is limited to running workflows', () => {
  it('runs them, and reads neither logs nor definitions', async () => {
    const { key } = await issueKey(server, { name: 'execute only', scopes: ['execute'], workspaceId: server.first.workspaceId });
    const client = server.as(key);
    const workflow = await newWorkflow();
    // Not deployed: that is asked after access.
    expect((await client.post(`/api/workflows/${workflow}/execute`).send({}).expect(403)).body.code).toBe('WORKFLOW_NOT_DEPLOYED');
    await client.get(`/api/workflows/${workflow}/status`).expect(200);
    await client.get(logs()).expect(403);
    await client.get(`/api/v1/workflows/${workflow}/state`).expect(403);
  });

  it('cannot do what its user may not', async () => {
    const user = await createUser(server);
    await owner().post(`${workspace()}/members`).send({ email: user.email, permission: 'read' }).expect(200);
    const { key } = await issueKey(server, { name: 'runs nothing', scopes: ['execute'], userId: user.id });
    const refused = await server
      .as(key)
      .post(`/api/workflows/${await newWorkflow()}/execute`)
      .send({})
      .expect(403);
    expect(refused.body).toEqual({ error: 'This needs the permission write in the workspace; this API key has read', code: 'FORBIDDEN' });
  });

  it('may have a level beside it', async () => {
    const issued = await owner()
      .post(mine)
      .send({ name: 'read and run', scopes: ['execute', 'read'] })
      .expect(200);
    expect(issued.body.data.scopes).toEqual(['read', 'execute']);
    const client = server.as(issued.body.data.key);
    const workflow = await newWorkflow();
    await client.get(`/api/v1/workflows/${workflow}/state`).expect(200);
    await client.delete(`/api/v1/workflows/${workflow}`).expect(403);
    expect((await client.post(`/api/workflows/${workflow}/execute`).send({}).expect(403)).body.code).toBe('WORKFLOW_NOT_DEPLOYED');
  });
});

describe('a key that is bound to addresses', () => {
  const from = (key: string, address: string): ReturnType<ReturnType<TestApp['as']>['get']> =>
    server.as(key).get('/api/v1/workspaces').set('X-Forwarded-For', address);

  it('works from these alone, and is as good as unknown elsewhere', async () => {
    const body = { name: 'bound', allowedIps: ['192.0.2.0/24', '2001:DB8::7', '192.0.2.0/24'] };
    const issued = await owner().post(mine).send(body).expect(200);
    expect(issued.body.data.allowedIps).toEqual(['192.0.2.0/24', '2001:db8::7/128']);
    const { key } = issued.body.data as TestKey;
    for (const address of ['192.0.2.9', '::ffff:192.0.2.9', '2001:db8::7', '192.0.2.9:5678', '[2001:db8::7]:443'])
      await from(key, address).expect(200);
    for (const address of ['192.0.3.9', '2001:db8::8', '127.0.0.1', '192.0.3.9:5678', '192.0.2.9:port']) {
      expect((await from(key, address).expect(401)).text).toBe('{"error":"Invalid API key","code":"UNAUTHORIZED"}');
    }
  });

  it('does not believe a client that is no trusted proxy (AC-77)', async () => {
    const direct = await startTestApp({ beside: server });
    try {
      const { key } = await issueKey(server, { name: 'bound and spoofed', allowedIps: ['192.0.2.9'] });
      await from(key, '192.0.2.9').expect(200);
      for (const name of ['X-Forwarded-For', 'X-Real-IP', 'Forwarded', 'CF-Connecting-IP', 'X-Client-IP', 'True-Client-IP']) {
        const value = name === 'Forwarded' ? 'for=192.0.2.9' : '192.0.2.9';
        await direct.as(key).get('/api/v1/workspaces').set(name, value).expect(401);
      }
      // A proxy appends what it sees: the client wrote everything before that.
      await from(key, '192.0.2.9, 203.0.113.5').expect(401);
    } finally {
      await direct.close();
    }
  }, 60_000);
});

describe('a key that is rotated', () => {
  const list = async (): Promise<{ id: string; displayKey: string }[]> => (await owner().get(`${mine}?limit=100`).expect(200)).body.data;

  it('has two values until the overlap is over, and stays the same key', async () => {
    const before = await issueKey(server, { name: 'rotated' });
    const { body } = await owner().post(`${mine}/${before.id}/rotate`).send({ overlapSeconds: 1 }).expect(200);
    expect(body.data).toMatchObject({ id: before.id, name: 'rotated', key: expect.stringMatching(/^sk-sluice-[0-9A-Za-z]{32}$/) });
    expect(body.data.key).not.toBe(before.key);
    await server.as(body.data.key).get('/api/v1/workspaces').expect(200);
    await eventually(() => server.as(before.key).get('/api/v1/workspaces').expect(401));
    await server.as(body.data.key).get('/api/v1/workspaces').expect(200);
    const listed = (await list()).filter(({ id }) => id === before.id);
    expect(listed).toMatchObject([{ displayKey: expect.stringContaining(body.data.key.slice(-4)) }]);
  });

  it('keeps its former value for a day when nothing is said, and without a body', async () => {
    const before = await issueKey(server, { name: 'rotated for a day' });
    const { body } = await owner().post(`${mine}/${before.id}/rotate`).expect(200);
    for (const key of [before.key, body.data.key as string]) await server.as(key).get('/api/v1/workspaces').expect(200);
  });

  it('loses every former value at once without an overlap', async () => {
    const first = await issueKey(server, { name: 'leaked' });
    const second = (await owner().post(`${mine}/${first.id}/rotate`).send({}).expect(200)).body.data as TestKey;
    const third = (await owner().post(`${mine}/${first.id}/rotate`).send({ overlapSeconds: 0 }).expect(200)).body.data as TestKey;
    for (const { key } of [first, second]) await server.as(key).get('/api/v1/workspaces').expect(401);
    await server.as(third.key).get('/api/v1/workspaces').expect(200);
  });

  it('loses all its values when it is revoked', async () => {
    const first = await issueKey(server, { name: 'rotated and revoked' });
    const second = (await owner().post(`${mine}/${first.id}/rotate`).send({}).expect(200)).body.data as TestKey;
    await owner().delete(`${mine}/${first.id}`).expect(200);
    for (const { key } of [first, second]) await server.as(key).get('/api/v1/workspaces').expect(401);
    await owner().post(`${mine}/${first.id}/rotate`).send({}).expect(404);
  });

  it('has one present value, however many rotate it at once', async () => {
    const { id } = await issueKey(server, { name: 'raced for' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => owner().post(`${mine}/${id}/rotate`).send({ overlapSeconds: 0 })));
    const given = answers.filter(({ status }) => status === 200);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(given.length === 8 ? [200] : [200, 409]));
    const statuses = await Promise.all(given.map(async ({ body }) => (await server.as(body.data.key).get('/api/v1/workspaces')).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('is rotated by whom it belongs to, or by the admins of its workspace', async () => {
    const user = await createUser(server);
    const theirs = await issueKey(server, { name: 'of the operator' });
    await server.as(user.key).post(`${mine}/${theirs.id}/rotate`).send({}).expect(404);
    const { id } = await issueKey(server, { name: 'of the workspace', workspaceId: server.first.workspaceId });
    await server.as(user.key).post(`${workspace()}/api-keys/${id}/rotate`).send({}).expect(404);
    await owner().post(`${workspace()}/members`).send({ email: user.email, permission: 'write' }).expect(200);
    await server.as(user.key).post(`${workspace()}/api-keys/${id}/rotate`).send({}).expect(403);
    await owner().post(`${workspace()}/api-keys/${id}/rotate`).send({}).expect(200);
    await owner().post(`/api/v1/users/${user.id}/api-keys/${id}/rotate`).send({}).expect(404);
  });

  it.each([-1, 2_592_001, 1.5, '60', null])('is not rotated with an overlap of %j', async (overlapSeconds) => {
    const refused = await owner().post(`${mine}/nonsense/rotate`).send({ overlapSeconds }).expect(400);
    expect(refused.body.details).toMatchObject([{ path: ['overlapSeconds'] }]);
  });
});

describe('when a key was used last', () => {
  const lastUsedAt = async (id: string): Promise<string | null> => {
    const { body } = await owner().get(`${mine}?limit=100`).expect(200);
    return body.data.find((key: { id: string }) => key.id === id).lastUsedAt as string | null;
  };

  it('is shown, to within ten minutes', async () => {
    const beside = await startTestApp({ beside: server });
    const { id, key } = await issueKey(server, { name: 'used' });
    const use = async (): Promise<void> => {
      await beside.as(key).get('/api/v1/workspaces').expect(200);
      await beside.app.get(KeyUses).write();
    };
    try {
      expect(await lastUsedAt(id)).toBeNull();
      await use();
      const first = await lastUsedAt(id);
      expect(Math.abs(Date.now() - Date.parse(first ?? ''))).toBeLessThan(60_000);
      await use();
      expect(await lastUsedAt(id)).toBe(first);
    } finally {
      await beside.close();
    }
  });

  it('is written once in ten minutes, over all processes', async () => {
    const { id } = await issueKey(server, { name: 'used elsewhere' });
    const uses = server.app.get(KeyUses);
    const start = Date.parse('2031-03-04T05:06:07.000Z');
    uses.note(id, start);
    await uses.write();
    const other = new KeyUses(server.database.pool, undefined as never);
    other.note(id, start + 9 * 60_000);
    await other.write();
    expect(await lastUsedAt(id)).toBe('2031-03-04T05:06:07.000Z');
    uses.note(id, start + 10 * 60_000);
    await uses.write();
    expect(await lastUsedAt(id)).toBe('2031-03-04T05:16:07.000Z');
  });
});
