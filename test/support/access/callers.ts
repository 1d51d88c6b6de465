import { createUser, issueKey } from '../issue-key.js';
import type { TestApp } from '../test-app.js';
import { claimLink, cookieOf, recoveryToken, visitorWith } from '../signed-in.js';
import type { AccessRule } from './access-rules.js';

/** A caller of the matrix, with every fact that decides what it may do in the workspace. */
export interface MatrixCaller {
  readonly name: string;
  readonly key: string | undefined;
  /** The cookie of a person who has signed in, instead of a key. */
  readonly cookie?: string;
  /** The key is no good: 401 everywhere. */
  readonly isRefused?: true;
  readonly level?: 'read' | 'write' | 'admin';
  readonly isWorkspaceKey?: true;
  /** A personal key that may do less than its user. */
  readonly isLimited?: true;
  readonly isOperator?: true;
  /** Administers some organization. */
  readonly isFounder?: true;
  /** The only area in which the key may do anything. */
  readonly area?: 'execute' | 'logs';
}

export type Outcome = 'unauthenticated' | 'forbidden' | 'not-found' | 'passes';

const levels = ['read', 'write', 'admin'];

/** What the answer must be: the table of the matrix. `isShut`: the workspace refuses personal keys. */
export function outcomeFor(caller: MatrixCaller, rule: AccessRule, isShut = false): Outcome {
  if (rule.needs === 'public' || rule.needs === 'key') return caller.isRefused && rule.needs === 'key' ? 'unauthenticated' : 'passes';
  if (caller.isRefused) return 'unauthenticated';
  const isInScope = caller.area === undefined || caller.area === rule.area;
  const isFull = !caller.isWorkspaceKey && !caller.isLimited && caller.area === undefined;
  switch (rule.needs) {
    case 'scoped':
      return isInScope ? 'passes' : 'forbidden';
    case 'self':
      return isFull ? 'passes' : 'forbidden';
    case 'session':
      return caller.cookie === undefined ? 'forbidden' : 'passes';
    case 'operator':
      return caller.isOperator && isFull ? 'passes' : rule.by === 'path' ? 'not-found' : 'forbidden';
    case 'founder':
      return (caller.isOperator || caller.isFounder) && isFull ? 'passes' : 'forbidden';
    case 'owner':
    case 'steward':
      return caller.isOperator && isFull ? 'passes' : 'not-found';
    case 'auditor':
      if (caller.isOperator && isFull) return isShut && caller.cookie === undefined ? 'forbidden' : 'passes';
      return caller.isFounder && isFull && rule.by === 'path' ? 'not-found' : 'forbidden';
    default:
      return inWorkspace(caller, rule, isInScope, isShut);
  }
}

function inWorkspace(caller: MatrixCaller, rule: AccessRule, isInScope: boolean, isShut: boolean): Outcome {
  if (caller.level === undefined) return rule.by === 'path' ? 'not-found' : 'forbidden';
  const isShutOut = isShut && !caller.isWorkspaceKey && caller.cookie === undefined && rule.anyKey === undefined;
  if (!isInScope || isShutOut) return 'forbidden';
  // An area lends what running or reading needs, and never more than its user has.
  return levels.indexOf(caller.level) >= levels.indexOf(rule.needs) ? 'passes' : 'forbidden';
}

interface Places {
  readonly workspaceId: string;
  /** Another workspace of the same organization. */
  readonly otherWorkspaceId: string;
}

/** One of each kind. */
export async function callersOf(server: TestApp, { workspaceId, otherWorkspaceId }: Places): Promise<readonly MatrixCaller[]> {
  const owner = server.as(server.first.apiKey);
  const member = async (place: string, permission: string): Promise<{ id: string; key: string }> => {
    const user = await createUser(server);
    await owner.post(`/api/v1/workspaces/${place}/members`).send({ email: user.email, permission }).expect(200);
    return user;
  };
  const founder = await createUser(server);
  const users = [await member(workspaceId, 'read'), await member(workspaceId, 'write'), await member(workspaceId, 'admin')] as const;
  const { id: adminId } = users[2];
  const organization = (await owner.post('/api/v1/organizations').send({ name: 'Foreign' }).expect(200)).body.data.id as string;
  const founders = await owner.get(`/api/v1/users?limit=100`).expect(200);
  const { email } = founders.body.data.find(({ id }: { id: string }) => id === founder.id);
  await owner.post(`/api/v1/organizations/${organization}/members`).send({ email, role: 'owner' }).expect(200);
  const limited = async (name: string, scopes: string[], userId: string): Promise<string> =>
    (await issueKey(server, { name, scopes, userId })).key;
  return [
    { name: 'no key', key: undefined, isRefused: true },
    { name: 'a revoked key', key: await revoked(server), isRefused: true },
    { name: 'an expired key', key: await expired(server), isRefused: true },
    { name: 'a suspended user', key: await suspended(server, workspaceId), isRefused: true },
    { name: 'the operator', key: server.first.apiKey, level: 'admin', isOperator: true },
    { name: 'a reader', key: users[0].key, level: 'read' },
    { name: 'a writer', key: users[1].key, level: 'write' },
    { name: 'an admin', key: users[2].key, level: 'admin' },
    { name: 'an admin with a key for reading', key: await limited('r', ['read'], adminId), level: 'read', isLimited: true },
    { name: 'an admin with a key for running', key: await limited('x', ['execute'], adminId), level: 'admin', area: 'execute' },
    { name: 'a reader with a key for running', key: await limited('x', ['execute'], users[0].id), level: 'read', area: 'execute' },
    { name: 'an admin with a key for logs', key: await limited('l', ['logs'], adminId), level: 'admin', area: 'logs' },
    { name: 'a key of the workspace', key: (await issueKey(server, { name: 'w', workspaceId })).key, level: 'admin', isWorkspaceKey: true },
    {
      name: 'a key of another workspace',
      key: (await issueKey(server, { name: 'o', workspaceId: otherWorkspaceId })).key,
      isWorkspaceKey: true,
    },
    { name: 'an admin of another workspace', key: (await member(otherWorkspaceId, 'admin')).key },
    { name: 'the owner of another organization', key: founder.key, isFounder: true },
    { name: 'a member of nothing', key: (await createUser(server)).key },
    { name: 'the operator, signed in', ...(await signedIn(server, server.first.userId)), level: 'admin', isOperator: true },
    { name: 'a reader, signed in', ...(await signedIn(server, users[0].id)), level: 'read' },
    { name: 'a member of nothing, signed in', ...(await signedIn(server, (await createUser(server)).id)) },
    { name: 'a person who has signed out', ...(await signedOut(server)), isRefused: true },
  ];
}

async function signedIn(server: TestApp, userId: string): Promise<{ key: undefined; cookie: string }> {
  return { key: undefined, cookie: cookieOf(await claimLink(server, await recoveryToken(server, userId)).expect(200)) };
}

async function signedOut(server: TestApp): Promise<{ key: undefined; cookie: string }> {
  const left = await signedIn(server, (await createUser(server)).id);
  await visitorWith(server, left.cookie).delete('/api/v1/session').expect(200);
  return left;
}

async function revoked(server: TestApp): Promise<string> {
  const { id, key } = await issueKey(server, { name: 'revoked' });
  await server.as(server.first.apiKey).delete(`/api/v1/users/me/api-keys/${id}`).expect(200);
  return key;
}

async function expired(server: TestApp): Promise<string> {
  const expiresAt = new Date(Date.now() + 100).toISOString();
  const { key } = await issueKey(server, { name: 'expired', expiresAt });
  while (Date.now() <= Date.parse(expiresAt)) await new Promise((resolve) => setTimeout(resolve, 10));
  return key;
}

async function suspended(server: TestApp, workspaceId: string): Promise<string> {
  const owner = server.as(server.first.apiKey);
  const { id, email, key } = await createUser(server);
  await owner.post(`/api/v1/workspaces/${workspaceId}/members`).send({ email, permission: 'admin' }).expect(200);
  await owner.patch(`/api/v1/users/${id}`).send({ suspended: true }).expect(200);
  return key;
}
