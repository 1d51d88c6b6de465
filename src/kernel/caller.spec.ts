import { describe, expect, it } from '@jest/globals';
import {
  actorOf,
  ApiKeyCaller,
  credentialIdOf,
  hasFullPowers,
  mayReadFiles,
  requireInScope,
  requireReach,
  requireWorkspace,
  SessionCaller,
  SystemCaller,
  type ApiKeyFacts,
  type Permission,
} from './caller.js';
import type { DomainError } from './errors.js';

const open = 'w-open';
const shut = 'w-shut';
const foreign = 'w-foreign';

function caller(permission: Permission, facts: Partial<ApiKeyFacts> = {}): ApiKeyCaller {
  return new ApiKeyCaller({
    userId: 'u1',
    keyId: 'k1',
    keyKind: 'personal',
    workspaceId: null,
    scope: 'admin',
    isOperator: false,
    account: { userId: 'u1', organizationId: null, plan: null },
    organizations: new Map(),
    workspaces: new Map([
      [open, { permission, organizationId: null, allowsPersonalKeys: true }],
      [shut, { permission, organizationId: null, allowsPersonalKeys: false }],
    ]),
    ...facts,
  });
}

function refusal(act: () => void): { kind: string; code: string; message: string } | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    const { kind, code, message } = error as DomainError;
    return { kind, code, message };
  }
}

const denied = { kind: 'forbidden', code: 'FORBIDDEN', message: 'Access denied' };
const keyRefused = { kind: 'forbidden', code: 'PERSONAL_KEYS_DISABLED', message: 'Personal API keys are disabled for this workspace' };

describe('a caller', () => {
  it.each<[Permission, Permission, boolean]>([
    ['read', 'read', true],
    ['read', 'write', false],
    ['write', 'read', true],
    ['write', 'admin', false],
    ['admin', 'write', true],
  ])('with %s may do what needs %s: %s', (held, needed, allowed) => {
    const tooLittle = { ...denied, message: `This needs the permission ${needed} in the workspace; this API key has ${held}` };
    expect(refusal(() => requireWorkspace(caller(held), open, needed))).toEqual(allowed ? undefined : tooLittle);
    expect(refusal(() => requireReach(caller(held), open, needed, 'Table'))).toEqual(allowed ? undefined : tooLittle);
  });

  it('with a session is refused as a person, and not as an API key', () => {
    const { userId, isOperator, account, organizations, workspaces } = caller('write');
    const facts = { userId, isOperator, account, organizations, workspaces };
    const session = new SessionCaller({ ...facts, sessionId: 's1', confirmedAt: '', sessionExpiresAt: '' });
    const message = 'This needs the permission admin in the workspace; you have write';
    expect(refusal(() => requireWorkspace(session, open, 'admin'))).toEqual({ ...denied, message });
  });

  it('with a key out of its scope may do nothing, and learns nothing of what is foreign', () => {
    const limited = caller('admin', { isOutOfScope: true, scopes: ['logs'] });
    const outOfScope = { ...denied, message: 'The scopes of this API key (logs) do not include this request' };
    expect(limited.permissionIn(open)).toBeUndefined();
    expect(refusal(() => requireWorkspace(limited, open, 'read'))).toEqual(outOfScope);
    expect(refusal(() => requireReach(limited, open, 'read', 'Table'))).toEqual(outOfScope);
    expect(refusal(() => requireInScope(limited))).toEqual(outOfScope);
    expect(refusal(() => requireWorkspace(limited, foreign, 'read'))).toEqual(denied);
    expect(refusal(() => requireInScope(caller('read')))).toBeUndefined();
  });

  it('gets the same refusal for a foreign and for an absent workspaceId', () => {
    expect(refusal(() => requireWorkspace(caller('admin'), foreign, 'read'))).toEqual(denied);
    expect(refusal(() => requireWorkspace(caller('admin'), '', 'read'))).toEqual(denied);
  });

  it('receives "not found" for an object in a foreign workspace', () => {
    const notThere = { kind: 'not-found', code: 'NOT_FOUND', message: 'Table not found' };
    expect(refusal(() => requireReach(caller('admin'), foreign, 'read', 'Table'))).toEqual(notThere);
  });

  it('with a personal key is refused by a workspace that wants none, before permissions are looked at', () => {
    expect(refusal(() => requireWorkspace(caller('admin'), shut, 'read'))).toEqual(keyRefused);
    expect(refusal(() => requireReach(caller('read'), shut, 'admin', 'Table'))).toEqual(keyRefused);
    expect(caller('admin').permissionIn(shut)).toBeUndefined();
  });

  it('with a workspace key is welcome there', () => {
    const withWorkspaceKey = caller('write', { keyKind: 'workspace', workspaceId: shut });
    expect(refusal(() => requireReach(withWorkspaceKey, shut, 'write', 'Table'))).toBeUndefined();
    expect(withWorkspaceKey.permissionIn(shut)).toBe('write');
  });
});

describe('kinds of callers', () => {
  const key = caller('admin');
  const system = new SystemCaller(key);

  it('record the API key in event metadata only if there is one', () => {
    expect(actorOf(key)).toEqual({ actorId: 'u1', keyId: 'k1' });
    expect(actorOf(system)).toEqual({ actorId: 'u1' });
  });

  it('count each API key separately, and other callers by kind and user', () => {
    expect(credentialIdOf(key)).toBe('k1');
    expect(credentialIdOf(system)).toBe('system:u1');
  });

  it('give all powers of the user to the system and to an unlimited personal key', () => {
    expect(hasFullPowers(system)).toBe(true);
    expect(hasFullPowers(key)).toBe(true);
    expect(hasFullPowers(caller('admin', { scope: 'write' }))).toBe(false);
    expect(hasFullPowers(caller('admin', { keyKind: 'workspace', workspaceId: open }))).toBe(false);
  });

  it('may read files, unless they are limited to parts of the API or act for strangers', () => {
    const scoped = (...scopes: readonly string[]) => mayReadFiles(caller('admin', { scopes }), open);
    expect([scoped(), scoped('read', 'execute'), scoped('execute'), scoped('execute', 'logs')]).toEqual([true, true, false, false]);
    expect([mayReadFiles(system, open), mayReadFiles(system.forStrangers(), open)]).toEqual([true, false]);
    expect(system.forStrangers().permissionIn(open)).toBe('admin');
    expect([mayReadFiles(key, shut), mayReadFiles(key, 'elsewhere')]).toEqual([false, false]);
  });

  it('let the system work in a workspace that refuses personal keys', () => {
    expect(system.permissionIn(shut)).toBe('admin');
    expect(key.permissionIn(shut)).toBeUndefined();
  });
});
