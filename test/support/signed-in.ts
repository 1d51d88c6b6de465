import supertest from 'supertest';
import { createUser, type TestUser } from './issue-key.js';
import type { TestApp } from './test-app.js';

/** Settings with which each request below comes from another address, as far as the server knows. */
export const behindProxy = { SLUICE_TRUSTED_PROXIES: '127.0.0.1' };

let addresses = 0;

/** Another one each time. */
export function anAddress(): string {
  addresses += 1;
  return `10.${Math.floor(addresses / 65_536)}.${Math.floor(addresses / 256) % 256}.${addresses % 256}`;
}

export const testPassword = 'nine lazy foxes in the rain';

/** A person in a browser on a page of the server. */
export interface Visitor {
  readonly cookie: string;
  get(path: string): supertest.Test;
  post(path: string): supertest.Test;
  put(path: string): supertest.Test;
  patch(path: string): supertest.Test;
  delete(path: string): supertest.Test;
}

/** A user who has a password. */
export async function userWithPassword(server: TestApp, password = testPassword): Promise<TestUser> {
  const user = await createUser(server);
  await claimLink(server, await recoveryToken(server, user.id), password).expect(200);
  return user;
}

export async function recoveryToken(server: TestApp, userId: string): Promise<string> {
  const { body } = await server.as(server.first.apiKey).post(`/api/v1/users/${userId}/recovery-link`).expect(200);
  return (body as { data: { token: string } }).data.token;
}

export function claimLink(server: TestApp, token: string, password = testPassword): supertest.Test {
  return asVisitor(server, '/api/v1/links/recovery').send({ token, password });
}

/** A request of a page of the server, without a session and from another address each time. */
export function asVisitor(server: TestApp, path: string): supertest.Test {
  return server.as().post(path).set('X-Forwarded-For', anAddress()).set('Sec-Fetch-Site', 'same-origin');
}

export function signIn(server: TestApp, email: string, password = testPassword, more: object = {}): supertest.Test {
  return asVisitor(server, '/api/v1/session').send({ email, password, ...more });
}

/** The `name=value` of the cookie that a response sets. */
export function cookieOf(response: supertest.Response): string {
  const [set = ''] = (response.headers['set-cookie'] as unknown as string[] | undefined) ?? [];
  return set.split(';')[0] ?? '';
}

/** Signs in, and then sends requests as a page of the server does. */
export async function visitor(server: TestApp, email: string, password = testPassword): Promise<Visitor> {
  return visitorWith(server, cookieOf(await signIn(server, email, password).expect(200)));
}

export function visitorWith(server: TestApp, cookie: string): Visitor {
  const send =
    (method: 'get' | 'post' | 'put' | 'patch' | 'delete') =>
    (path: string): supertest.Test =>
      server.as()[method](path).set('Cookie', cookie).set('Sec-Fetch-Site', 'same-origin');
  return { cookie, get: send('get'), post: send('post'), put: send('put'), patch: send('patch'), delete: send('delete') };
}
