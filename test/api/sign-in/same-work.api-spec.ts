import { createHook, type AsyncHook } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUser } from '../../support/issue-key.js';
import { behindProxy, signIn, testPassword, userWithPassword } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let hashes = 0;
let counter: AsyncHook;

beforeAll(async () => {
  // The tests count the hashes of this process.
  server = await startTestApp({ inProcess: true, env: behindProxy });
  counter = createHook({
    init(_, type) {
      if (type === 'ARGON2REQUEST') hashes += 1;
    },
  }).enable();
}, 60_000);
afterAll(async () => {
  counter.disable();
  await server.close();
});

/** How many hashes Node made for a sign-in, and what came back but the id of the request. */
async function workOf(
  email: string,
  password: string,
): Promise<{ readonly made: number; readonly status: number; readonly error: unknown }> {
  const before = hashes;
  const { status, body } = await signIn(server, email, password);
  return { made: hashes - before, status, error: (body as { error?: unknown }).error };
}

async function suspendedUser(): Promise<string> {
  const { id, email } = await userWithPassword(server);
  await server.as(server.first.apiKey).patch(`/api/v1/users/${id}`).send({ suspended: true }).expect(200);
  return email;
}

const refused = { made: 1, status: 401, error: 'The e-mail address or the password is wrong' };

describe('a refused sign-in makes one hash and says the same', () => {
  it.each([
    ['an unknown address, also as the first one after a start', () => Promise.resolve('no-such-person@example.org'), testPassword],
    ['another unknown address', () => Promise.resolve('no-other-person@example.org'), testPassword],
    ['a user without a password', async () => (await createUser(server)).email, testPassword],
    ['a wrong password', async () => (await userWithPassword(server)).email, 'not the right password'],
    ['a suspended user with the right password', suspendedUser, testPassword],
  ])('for %s', async (_, emailOf, password) => {
    const email = await emailOf();
    expect(await workOf(email, password)).toEqual(refused);
  });

  it('as an accepted one does', async () => {
    const { email } = await userWithPassword(server);
    expect(await workOf(email, testPassword)).toMatchObject({ made: 1, status: 200 });
  });
});
