import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUser, issueKey } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const mine = '/api/v1/users/me/api-keys';
const ofWorkspace = (): string => `/api/v1/workspaces/${server.first.workspaceId}/api-keys`;
const owner = (): ReturnType<TestApp['as']> => server.as(server.first.apiKey);
const [sooner, end, later] = ['2031-03-03T00:00:00.000Z', '2031-03-04T00:00:00.000Z', '2031-03-05T00:00:00.000Z'] as const;
const here = ['127.0.0.0/8', '::1/128'];
let made = 0;
function named<More extends object>(more: More = {} as More): More & { readonly name: string } {
  return { name: `made ${(made += 1)}`, ...more };
}

describe('a key that expires', () => {
  it.each([
    ['personal', () => mine],
    ['workspace', ofWorkspace],
  ])('makes %s keys that expire with it, or before (AC-106)', async (_, path) => {
    const client = server.as((await issueKey(server, named({ expiresAt: end }))).key);
    expect((await client.post(path()).send(named()).expect(200)).body.data.expiresAt).toBe(end);
    expect(
      (
        await client
          .post(path())
          .send(named({ expiresAt: sooner }))
          .expect(200)
      ).body.data.expiresAt,
    ).toBe(sooner);
    for (const expiresAt of [later, null]) {
      const refused = await client.post(path()).send(named({ expiresAt })).expect(403);
      expect(refused.body).toEqual({
        error: `expiresAt of the key must not be after ${end}, when the API key in use expires`,
        code: 'FORBIDDEN',
      });
    }
  });

  it('makes no key for another user that lasts longer', async () => {
    const client = server.as((await issueKey(server, named({ expiresAt: end }))).key);
    const { id } = await createUser(server);
    expect((await client.post(`/api/v1/users/${id}/api-keys`).send(named()).expect(200)).body.data.expiresAt).toBe(end);
    await client
      .post(`/api/v1/users/${id}/api-keys`)
      .send(named({ expiresAt: later }))
      .expect(403);
  });

  it('gives no other value to a key that lasts longer, and does to itself', async () => {
    const { id, key } = await issueKey(server, named({ expiresAt: end }));
    const lasting = await issueKey(server, named());
    const refused = await server.as(key).post(`${mine}/${lasting.id}/rotate`).send({}).expect(403);
    expect(refused.body.error).toContain(`after ${end}`);
    await server.as(key).post(`${mine}/${id}/rotate`).send({}).expect(200);
  });
});

describe('a key that is bound to addresses', () => {
  it('makes keys that are bound to these, or to fewer (AC-106)', async () => {
    const client = server.as((await issueKey(server, named({ allowedIps: here }))).key);
    expect((await client.post(mine).send(named()).expect(200)).body.data.allowedIps).toEqual(here);
    expect(
      (
        await client
          .post(mine)
          .send(named({ allowedIps: ['127.0.0.1'] }))
          .expect(200)
      ).body.data.allowedIps,
    ).toEqual(['127.0.0.1/32']);
    for (const [allowedIps, outside] of [
      [[], 'any address'],
      [['127.0.0.1', '192.0.2.7'], '192.0.2.7/32'],
      [['126.0.0.0/7'], '126.0.0.0/7'],
    ]) {
      const refused = await client.post(mine).send(named({ allowedIps })).expect(403);
      expect(refused.body.error).toBe(
        `allowedIps of the key must lie within those of the API key in use (127.0.0.0/8, ::1/128), not ${String(outside)}`,
      );
    }
  });

  it('gives no other value to a key that is not', async () => {
    const { id, key } = await issueKey(server, named({ allowedIps: here }));
    const free = await issueKey(server, named({ workspaceId: server.first.workspaceId }));
    await server.as(key).post(`${ofWorkspace()}/${free.id}/rotate`).send({}).expect(403);
    await server.as(key).post(`${mine}/${id}/rotate`).send({}).expect(200);
  });
});

describe('a value that a rotation has replaced', () => {
  it('does its work for a while and manages no keys, which the answer explains (AC-106)', async () => {
    const before = await issueKey(server, named());
    const { body } = await owner().post(`${mine}/${before.id}/rotate`).send({ overlapSeconds: 3600 }).expect(200);
    const replaced = server.as(before.key);
    await replaced.get('/api/v1/workspaces').expect(200);
    await replaced.get(mine).expect(200);
    for (const refused of [
      await replaced.post(mine).send(named()),
      await replaced.post(ofWorkspace()).send(named()),
      await replaced.post(`${mine}/${before.id}/rotate`).send({}),
      await replaced.delete(`${mine}/${before.id}`),
    ]) {
      expect({ status: refused.status, error: refused.body.error }).toEqual({
        status: 403,
        error: expect.stringMatching(/^This value of the API key was replaced and ends at \S+Z: keys are managed with the present value$/),
      });
    }
    await server.as(body.data.key).post(mine).send(named()).expect(200);
  });
});
