import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock.js';
import { behindProxy, cookieOf, testPassword, userWithPassword, visitor, visitorWith, type Visitor } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createUser } from '../../support/issue-key.js';

let server: TestApp;
let shiftMs = 0;

class ShiftedClock extends Clock {
  override now(): Date {
    return new Date(Date.now() + shiftMs);
  }
}

beforeAll(async () => {
  server = await startTestApp({ clock: new ShiftedClock(), env: behindProxy });
}, 60_000);
afterAll(() => server.close());

const required = { code: 'RECENT_SIGN_IN_REQUIRED' };

/** An admin of the first workspace who signed in eleven minutes ago. */
async function signedInBefore(): Promise<Visitor> {
  const { email } = await userWithPassword(server);
  const members = `/api/v1/workspaces/${server.first.workspaceId}/members`;
  await server.as(server.first.apiKey).post(members).send({ email, permission: 'admin' }).expect(200);
  const person = await visitor(server, email);
  shiftMs += 11 * 60_000;
  return person;
}

describe('a person who signed in more than ten minutes ago', () => {
  it.each([
    ['post', '/api/v1/users/me/api-keys'],
    ['post', '/api/v1/workspaces/:id/api-keys'],
    ['put', '/api/v1/workspaces/:id/environment'],
    ['post', '/api/v1/workspaces/:id/members'],
    ['post', '/api/v1/workspaces/:id/invitations'],
    ['delete', '/api/v1/workspaces/:id'],
  ] as const)('does not do what is dangerous: %s %s', async (method, path) => {
    const person = await signedInBefore();
    const { status, body } = await person[method](path.replace(':id', server.first.workspaceId)).send({});
    expect({ status, body }).toMatchObject({ status: 403, body: required });
  });

  it('does everything else', async () => {
    const person = await signedInBefore();
    await person.get(`/api/v1/workspaces/${server.first.workspaceId}/members`).expect(200);
    const { body } = await person.patch('/api/v1/users/me').send({ name: 'Renamed' }).expect(200);
    expect(body.data).toMatchObject({ name: 'Renamed' });
  });

  it('does it after confirming the password, with the cookie of the confirmation', async () => {
    const person = await signedInBefore();
    await person.post('/api/v1/users/me/api-keys').send({ name: 'mine' }).expect(403);
    const confirmed = await person.post('/api/v1/session/confirm').send({ password: testPassword }).expect(200);
    await visitorWith(server, cookieOf(confirmed)).post('/api/v1/users/me/api-keys').send({ name: 'mine' }).expect(200);
  });

  it('may do with a key what the key may do', async () => {
    const { key } = await createUser(server);
    shiftMs += 11 * 60_000;
    await server.as(key).post('/api/v1/users/me/api-keys').send({ name: 'mine' }).expect(200);
  });
});

describe('the account of a user', () => {
  it('gets another name from its user, but no other right', async () => {
    const { id, key } = await createUser(server);
    const { body } = await server.as(key).patch('/api/v1/users/me').send({ name: 'Ada L.' }).expect(200);
    expect(body.data).toMatchObject({ id, name: 'Ada L.' });
    await server.as(key).patch('/api/v1/users/me').send({ isOperator: true }).expect(400);
  });
});
