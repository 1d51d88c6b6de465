import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { createUser, issueKey, type TestUser } from '../../support/issue-key.js';
import { blockWith, deployState, finishedJob, functionBlock, inARow } from '../../support/run-api.js';
import { staleFor } from '../../support/stale-for.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let other: TestApp;

beforeAll(async () => {
  const env = { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' };
  server = await startTestApp({ env });
  other = await startTestApp({ env, beside: server });
}, 60_000);
afterAll(async () => {
  await other.close();
  await server.close();
});

/** A member of the first workspace, known to both processes. */
async function member(permission = 'write'): Promise<TestUser> {
  const user = await createUser(server);
  await owner().post(`${workspace()}/members`).send({ email: user.email, permission }).expect(200);
  for (const process of [server, other]) await eventually(() => process.as(user.key).get(workspace()).expect(200));
  return user;
}

const owner = (): ReturnType<TestApp['as']> => server.as(server.first.apiKey);
const workspace = (): string => `/api/v1/workspaces/${server.first.workspaceId}`;

/** How long after a change the other process still gave the former answer, asked all the time. */
async function staleMs(key: string, path: string, status: number): Promise<number> {
  return staleFor(async () => (await other.as(key).get(path)).status === status);
}

describe('what is taken away', () => {
  it('a revoked key: at once here, within a second elsewhere (AC-04)', async () => {
    const { id, key } = await issueKey(server, { name: 'to be revoked' });
    await eventually(() => other.as(key).get('/api/v1/workspaces').expect(200));
    await owner().delete(`/api/v1/users/me/api-keys/${id}`).expect(200);
    expect((await server.as(key).get('/api/v1/workspaces')).status).toBe(401);
    expect(await staleMs(key, '/api/v1/workspaces', 401)).toBeLessThan(1000);
  });

  it('a suspended user: at once here, within a second elsewhere', async () => {
    const user = await member();
    await owner().patch(`/api/v1/users/${user.id}`).send({ suspended: true }).expect(200);
    expect((await server.as(user.key).get(workspace())).status).toBe(401);
    expect(await staleMs(user.key, workspace(), 401)).toBeLessThan(1000);
  });

  it('a removed member: at once here, within a second elsewhere (AC-14)', async () => {
    const user = await member();
    await owner().delete(`${workspace()}/members/${user.id}`).expect(200);
    expect((await server.as(user.key).get(workspace())).status).toBe(404);
    expect(await staleMs(user.key, workspace(), 404)).toBeLessThan(1000);
  });

  it('personal keys of a workspace: at once here, within a second elsewhere (AC-12)', async () => {
    const user = await member();
    await owner().patch(workspace()).send({ allowPersonalApiKeys: false }).expect(200);
    expect((await server.as(user.key).get(workspace())).body).toEqual({
      error: 'Personal API keys are disabled for this workspace',
      code: 'PERSONAL_KEYS_DISABLED',
    });
    expect(await staleMs(user.key, workspace(), 403)).toBeLessThan(1000);
    await owner().patch(workspace()).send({ allowPersonalApiKeys: true }).expect(200);
  });

  it('a permission: at once here, within a second elsewhere (S-17)', async () => {
    const user = await member('admin');
    const keys = `${workspace()}/api-keys`;
    await eventually(() => other.as(user.key).get(keys).expect(200));
    await owner().patch(`${workspace()}/members/${user.id}`).send({ permission: 'write' }).expect(200);
    expect((await server.as(user.key).get(keys)).status).toBe(403);
    expect(await staleMs(user.key, keys, 403)).toBeLessThan(1000);
  });

  it('the former value of a key that was rotated without an overlap: at once here, within a second elsewhere', async () => {
    const { id, key } = await issueKey(server, { name: 'to be rotated' });
    await eventually(() => other.as(key).get('/api/v1/workspaces').expect(200));
    const { body } = await owner().post(`/api/v1/users/me/api-keys/${id}/rotate`).send({ overlapSeconds: 0 }).expect(200);
    expect((await server.as(key).get('/api/v1/workspaces')).status).toBe(401);
    expect(await staleMs(key, '/api/v1/workspaces', 401)).toBeLessThan(1000);
    await other.as(body.data.key).get('/api/v1/workspaces').expect(200);
  });

  it('a role in the organization: at once here, within a second elsewhere', async () => {
    const user = await createUser(server);
    const members = `/api/v1/organizations/${server.first.organizationId}/members`;
    await owner().post(members).send({ email: user.email, role: 'admin' }).expect(200);
    for (const process of [server, other]) await eventually(() => process.as(user.key).get(workspace()).expect(200));
    await owner().delete(`${members}/${user.id}`).expect(200);
    expect((await server.as(user.key).get(workspace())).status).toBe(404);
    expect(await staleMs(user.key, workspace(), 404)).toBeLessThan(1000);
  });

  it('a workspace that is deleted, for its keys too: at once here, within a second elsewhere', async () => {
    const { body } = await owner().post('/api/v1/workspaces').send({ name: 'to be deleted' }).expect(200);
    const { key } = await issueKey(server, { name: 'of a deleted one', workspaceId: body.data.id as string });
    await eventually(() => other.as(key).get('/api/v1/workspaces').expect(200));
    await owner().delete(`/api/v1/workspaces/${body.data.id}`).expect(200);
    expect((await server.as(key).get('/api/v1/workspaces')).status).toBe(401);
    expect(await staleMs(key, '/api/v1/workspaces', 401)).toBeLessThan(1000);
  });

  it('a workspace key whose maker lost access to the workspace', async () => {
    const user = await member('admin');
    const { body } = await server.as(user.key).post(`${workspace()}/api-keys`).send({ name: 'by a member' }).expect(200);
    await server.as(body.data.key).get(workspace()).expect(200);
    await owner().delete(`${workspace()}/members/${user.id}`).expect(200);
    await server.as(body.data.key).get(workspace()).expect(404);
    expect((await server.as(body.data.key).get('/api/v1/workspaces').expect(200)).body).toEqual({ data: [], nextCursor: null });
  });

  it('a workspace key of a member of a workspace that only a suspended user pays for', async () => {
    const payer = await createUser(server);
    await server.database.pool.query('update user_account set is_operator = true where id = $1', [payer.id]);
    const made = await server.as(payer.key).post('/api/v1/workspaces').send({ name: 'Alone' }).expect(200);
    const alone = `/api/v1/workspaces/${made.body.data.id}`;
    const admin = await createUser(server);
    await server.as(payer.key).post(`${alone}/members`).send({ email: admin.email, permission: 'admin' }).expect(200);
    const { body } = await server.as(admin.key).post(`${alone}/api-keys`).send({ name: 'shared' }).expect(200);
    await server.as(body.data.key).get(alone).expect(200);
    await owner().patch(`/api/v1/users/${payer.id}`).send({ suspended: true }).expect(200);
    await server.as(body.data.key).get(alone).expect(401);
    await server.as(admin.key).get(alone).expect(200);
    await server.as(admin.key).patch(alone).send({ ownerId: admin.id }).expect(200);
    await server.as(body.data.key).get(alone).expect(200);
  });

  it('nothing of a workspace whose organization pays, when its owner is suspended', async () => {
    const ada = await createUser(server);
    const { organizationId } = server.first;
    await owner().post(`/api/v1/organizations/${organizationId}/members`).send({ email: ada.email, role: 'admin' }).expect(200);
    const made = await server.as(ada.key).post('/api/v1/workspaces').send({ name: 'Paid', organizationId }).expect(200);
    const { key } = await issueKey(server, { name: 'shared', workspaceId: made.body.data.id as string });
    await owner().patch(`/api/v1/users/${ada.id}`).send({ suspended: true }).expect(200);
    await server.as(key).get(`/api/v1/workspaces/${made.body.data.id}`).expect(200);
  });

  it('a key that has expired (AC-05)', async () => {
    const expiresAt = new Date(Date.now() + 400).toISOString();
    const { key } = await issueKey(server, { name: 'short', expiresAt });
    await server.as(key).get('/api/v1/workspaces').expect(200);
    await eventually(() => server.as(key).get('/api/v1/workspaces').expect(401));
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expiresAt));
  });

  it('not the runs that an expired key began, whether a caller waits for them or not (AC-05)', async () => {
    const expired = Promise.withResolvers<void>();
    const outside = createServer((_, response) => {
      void expired.promise.then(() => response.end('{}'));
    }).listen(0, '127.0.0.1');
    await once(outside, 'listening');
    const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
    const workflow = await deployState(server, inARow(blockWith('call', 'api', { url }), functionBlock('after', 'return 7')));
    const { key } = await issueKey(server, { name: 'shorter than its run', expiresAt: new Date(Date.now() + 4000).toISOString() });
    const client = server.as(key);
    const execute = `/api/workflows/${workflow}/execute`;
    const waitedFor = client
      .post(execute)
      .send({})
      .then((answer) => answer);
    const queued = await client.post(execute).send({ async: true }).expect(202);
    await eventually(() => client.get('/api/v1/workspaces').expect(401));
    expired.resolve();
    expect(await waitedFor).toMatchObject({ status: 200, body: { success: true, output: { result: 7 } } });
    expect((await finishedJob(server, queued.body.jobId as string)).status).toBe('completed');
    outside.closeAllConnections();
    outside.close();
  }, 30_000);
});
