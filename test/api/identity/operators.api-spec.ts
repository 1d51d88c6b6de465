import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditCaughtUp } from '../../support/audit-caught-up.js';
import { createUser, type TestUser } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let other: TestApp;

beforeAll(async () => {
  server = await startTestApp();
  other = await startTestApp({ beside: server });
}, 60_000);
afterAll(async () => {
  await other.close();
  await server.close();
});

const first = (): ReturnType<TestApp['as']> => server.as(server.first.apiKey);
const pathOf = (id: string): string => `/api/v1/users/${id}`;

async function colleague(): Promise<TestUser> {
  const user = await createUser(server);
  const { body } = await first().patch(pathOf(user.id)).send({ isOperator: true }).expect(200);
  expect(body.data.isOperator).toBe(true);
  return user;
}

describe('operators', () => {
  it.each(['/api/v1/users', '/api/v1/organizations', `/api/v1/users/00000000-0000-7000-8000-000000000000/api-keys`])(
    'are required for %s once the request is one that can be answered',
    async (path) => {
      const { key } = await createUser(server);
      const { body } = await server.as(key).get(`${path}?cursor=abc`).expect(400);
      expect(body.details).toMatchObject([{ path: ['cursor'] }]);
      await server.as(key).get(path).expect(403);
    },
  );

  it('make others operators, and no operators again', async () => {
    const ada = await colleague();
    await server.as(ada.key).get('/api/v1/users').expect(200);
    await first().patch(pathOf(ada.id)).send({ isOperator: false }).expect(200);
    await server.as(ada.key).get('/api/v1/users').expect(403);
    await server.as(ada.key).patch(pathOf(ada.id)).send({ isOperator: true }).expect(403);
  });

  it('are never less than one who is not suspended', async () => {
    const me = pathOf(server.first.userId);
    await first().patch(me).send({ isOperator: false }).expect(409);
    const ada = await colleague();
    await first().patch(pathOf(ada.id)).send({ suspended: true }).expect(200);
    await first().patch(me).send({ isOperator: false }).expect(409);
    await first().patch(pathOf(ada.id)).send({ suspended: false }).expect(200);
    await first().patch(me).send({ isOperator: false }).expect(200);
    await first().get('/api/v1/users').expect(403);
    await server.as(ada.key).patch(me).send({ isOperator: true }).expect(200);
    await first().patch(pathOf(ada.id)).send({ isOperator: false }).expect(200);
  });

  it('cannot all be ended at once, from several processes', async () => {
    const ada = await colleague();
    const requests = [
      server.as(ada.key).patch(pathOf(server.first.userId)).send({ isOperator: false }),
      other.as(server.first.apiKey).patch(pathOf(ada.id)).send({ suspended: true }),
      server.as(ada.key).patch(pathOf(ada.id)).send({ isOperator: false }),
      other.as(server.first.apiKey).patch(pathOf(server.first.userId)).send({ isOperator: false }),
    ];
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses).toContain(200);
    const active = 'select id from user_account where is_operator and not suspended';
    const { rows } = await server.database.pool.query<{ id: string }>(active);
    expect(rows).toHaveLength(1);
    const last = rows[0]?.id === ada.id ? ada.key : server.first.apiKey;
    await server.as(last).patch(pathOf(server.first.userId)).send({ isOperator: true, suspended: false }).expect(200);
  });
});

describe('a user', () => {
  it('gets another name and other duties, which the audit log tells with what was before', async () => {
    const ada = await createUser(server);
    const { body } = await first().patch(pathOf(ada.id)).send({ name: ' Ada L. ', isOperator: true }).expect(200);
    expect(body.data).toMatchObject({ name: 'Ada L.', isOperator: true, suspended: false });
    await auditCaughtUp(server);
    const text = `select metadata from audit_entry where resource_id = $1 and action = 'account.updated' order by created_at, id`;
    const { rows } = await server.database.pool.query<{ metadata: object }>(text, [ada.id]);
    expect(rows.map(({ metadata }) => metadata)).toMatchObject([
      { before: { name: expect.stringMatching(/^User/) }, after: { name: 'Ada L.' } },
      { before: { isOperator: false }, after: { isOperator: true } },
    ]);
  });
});
