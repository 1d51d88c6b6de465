import type { TestApp } from './test-app.js';

/** A server of which one is the operator. */
export interface Owned extends Pick<TestApp, 'as'> {
  readonly first: Pick<TestApp['first'], 'apiKey'>;
}

interface KeyOptions {
  readonly name: string;
  /** Absent: a personal key of the first user. */
  readonly workspaceId?: string;
  /** Another user's personal key. */
  readonly userId?: string;
  readonly expiresAt?: string;
  readonly scopes?: readonly string[];
  readonly allowedIps?: readonly string[];
}

export interface TestKey {
  readonly id: string;
  readonly key: string;
}

/** A new key, made the way operators and admins make one. */
export async function issueKey(server: Owned, { workspaceId, userId, ...body }: KeyOptions): Promise<TestKey> {
  const owner = workspaceId === undefined ? `users/${userId ?? 'me'}` : `workspaces/${workspaceId}`;
  const answer = await server.as(server.first.apiKey).post(`/api/v1/${owner}/api-keys`).send(body).expect(200);
  return answer.body.data as TestKey;
}

export interface TestUser {
  readonly id: string;
  readonly email: string;
  /** A personal key. */
  readonly key: string;
}

let users = 0;

/** A new user who is a member of nothing. */
export async function createUser(server: Owned): Promise<TestUser> {
  users += 1;
  const email = `user-${users}@example.org`;
  const answer = await server
    .as(server.first.apiKey)
    .post('/api/v1/users')
    .send({ email, name: `User ${users}` })
    .expect(200);
  const { id } = answer.body.data as { id: string };
  const { key } = await issueKey(server, { name: 'first', userId: id });
  return { id, email, key };
}
