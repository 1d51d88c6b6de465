import { describe, expect, it } from '@jest/globals';
import { permissions, requireInScope, requireReach, requireWorkspace, type Caller } from '#kernel/caller.js';
import { DomainError } from '#kernel/errors.js';
import { inWords, modelDecision, type AccessQuestion } from '../../../../../test/support/access/authorization-model.js';
import { Random } from '../../../../../test/support/simulation/random.js';
import {
  requireAdminWithAnyKey,
  requireOperator,
  requireOperatorOf,
  requireOrganizationAdmin,
  requireOrganizationOwner,
  requireUnlimitedPersonalKey,
} from '../../domain/authority.js';
import { grantedTerms, type KeyTerms } from '../../commands/keys/key-terms.js';
import { requireKeyChange, requireKeyReading, type KeyOwner } from '../../domain/keys/key-owner.js';
import { keyAreas } from '../../domain/keys/key-scope.js';
import { keyVerdict, type KeyRow } from './key-verdict.js';

const nowMs = Date.parse('2031-03-04T05:06:07.000Z');
const workspaces = ['w1', 'w2', 'w3', 'w4'] as const;
const organizations = ['o1', 'o2'] as const;
const roles = ['member', 'admin', 'owner'] as const;

function aRow(random: Random): KeyRow {
  const kind = random.pick(['personal', 'workspace'] as const);
  const reached = kind === 'workspace' ? random.some(['w1'], 0.9) : random.some(workspaces, 0.6);
  const end = (): Date | null => (random.chance(0.8) ? null : new Date(nowMs + random.pick([-1, 0, 1, 60_000])));
  return {
    key_id: 'k',
    kind,
    scope: random.pick([null, 'read', 'write', 'admin', 'admin', 'admin']),
    areas: random.some(keyAreas, 0.3),
    allowed_ips: random.chance(0.8) ? [] : ['192.0.2.0/24'],
    user_id: 'u',
    workspace_id: kind === 'workspace' ? 'w1' : null,
    expires_at: end(),
    retires_at: end(),
    is_revoked: random.chance(0.03),
    is_orphan: random.chance(0.03),
    is_suspended: random.chance(0.03),
    is_operator: random.chance(0.2),
    is_payer_suspended: random.chance(0.06),
    payer_id: 'u',
    payer_organization_id: random.pick([null, 'o1']),
    plan: null,
    roles: Object.fromEntries(random.some(organizations, 0.5).map((id) => [id, random.pick(roles)])),
    reach: reached.map((id) => [id, null, random.chance(0.7), random.pick(permissions)] as const),
  };
}

function aQuestion(random: Random): AccessQuestion {
  const workspaceId = random.pick(workspaces);
  const asks: readonly [AccessQuestion['ask'], ...AccessQuestion['ask'][]] = [
    { kind: 'parameter', workspaceId, needed: random.pick(permissions) },
    { kind: 'thing', workspaceId, needed: random.pick(permissions) },
    { kind: 'settings', workspaceId },
    { kind: 'workspace-keys', workspaceId },
    aNewKey(random, undefined),
    aNewKey(random, workspaceId),
    { kind: random.pick(['members', 'organization', 'plan'] as const), organizationId: random.pick(organizations) },
    { kind: 'operator' },
    { kind: 'own-keys' },
    { kind: 'list' },
  ];
  const area = random.pick([undefined, undefined, ...keyAreas]);
  return { row: aRow(random), nowMs, address: random.pick(['192.0.2.7', '203.0.113.7']), area, ask: random.pick(asks) };
}

function aNewKey(random: Random, workspaceId: string | undefined): Extract<AccessQuestion['ask'], { kind: 'new-key' }> {
  const expiresAt = random.pick([undefined, undefined, null, ...[1, 2, 60_000, 90_000].map((ms) => new Date(nowMs + ms))]);
  const allowedIps = random.pick([undefined, undefined, [], ['192.0.2.0/24'], ['192.0.2.7/32'], ['192.0.0.0/16'], ['203.0.113.7/32']]);
  return { kind: 'new-key', ...(workspaceId === undefined ? {} : { workspaceId }), expiresAt, allowedIps };
}

/** What the guard and the handlers make of it. */
function decision({ row, address, area, ask }: AccessQuestion): string {
  const verdict = keyVerdict(row);
  if ('refusal' in verdict || verdict.expiresAtMs <= nowMs || !verdict.admitsFrom(address)) return '401';
  const caller = (area === undefined ? undefined : verdict.inAreas.get(area)) ?? verdict.caller;
  try {
    require(caller, ask);
    return 'yes';
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return inWords(error);
  }
}

function require(caller: Caller, ask: AccessQuestion['ask']): void {
  switch (ask.kind) {
    case 'parameter':
      return requireWorkspace(caller, ask.workspaceId, ask.needed);
    case 'thing':
      return requireReach(caller, ask.workspaceId, ask.needed, 'Thing');
    case 'settings':
      return requireAdminWithAnyKey(caller, ask.workspaceId);
    case 'workspace-keys':
      return requireKeyReading(caller, { kind: 'workspace', workspaceId: ask.workspaceId });
    case 'new-key':
      return void newKey(caller, ask);
    case 'members':
      return requireOrganizationOwner(caller, ask.organizationId);
    case 'organization':
      return requireOrganizationAdmin(caller, ask.organizationId);
    case 'plan':
      return requireOperatorOf(caller, ask.organizationId);
    case 'operator':
      return requireOperator(caller);
    case 'own-keys':
      return requireUnlimitedPersonalKey(caller);
    case 'list':
      return requireInScope(caller);
  }
}

function newKey(caller: Caller, ask: Extract<AccessQuestion['ask'], { kind: 'new-key' }>): KeyTerms {
  const owner: KeyOwner = ask.workspaceId === undefined ? { kind: 'self' } : { kind: 'workspace', workspaceId: ask.workspaceId };
  requireKeyChange(caller, owner);
  return grantedTerms(caller, { expiresAt: ask.expiresAt && ask.expiresAt.toISOString(), allowedIps: ask.allowedIps });
}

describe('what a key may do', () => {
  it('is what a second, plain telling of the rules says, in 100,000 random cases (S-2)', () => {
    const random = new Random('what a key may do');
    const differing: unknown[] = [];
    const seen = new Map<string, number>();
    for (let count = 0; count < 100_000; count += 1) {
      const question = aQuestion(random);
      const expected = modelDecision(question);
      seen.set(expected, (seen.get(expected) ?? 0) + 1);
      const decided = decision(question);
      if (decided !== expected) differing.push({ question, decided, expected });
    }
    expect(differing.slice(0, 3)).toEqual([]);
    // The cases are worth asking about: each outcome comes up often.
    expect([...seen.keys()].toSorted()).toEqual(['401', '403 FORBIDDEN', '403 PERSONAL_KEYS_DISABLED', '404 NOT_FOUND', 'yes']);
    expect(Math.min(...seen.values())).toBeGreaterThan(1_000);
  });

  it('is never less than what a key may do that it has made, at any time and from anywhere', () => {
    const random = new Random('what a key makes');
    const places = ['192.0.2.7', '192.0.2.200', '192.0.3.7', '203.0.113.7', '2001:db8::7'];
    let made = 0;
    for (let count = 0; count < 20_000; count += 1) {
      const [row, ask] = [aRow(random), aNewKey(random, random.pick([undefined, 'w1']))];
      const maker = keyVerdict(row);
      if ('refusal' in maker || decision({ row, nowMs, address: '192.0.2.7', area: undefined, ask }) !== 'yes') continue;
      made += 1;
      const { expiresAt, allowedIps } = newKey(maker.caller, ask);
      const its = keyVerdict({
        ...row,
        expires_at: expiresAt === null ? null : new Date(expiresAt),
        retires_at: null,
        allowed_ips: allowedIps,
      });
      if ('refusal' in its) throw new Error('The key was not revoked');
      expect(its.expiresAtMs).toBeLessThanOrEqual(maker.expiresAtMs);
      expect(places.filter((place) => its.admitsFrom(place) && !maker.admitsFrom(place))).toEqual([]);
    }
    expect(made).toBeGreaterThan(500);
  });
});
