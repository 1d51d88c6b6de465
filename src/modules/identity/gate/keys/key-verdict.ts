import { ApiKeyCaller, includesPermission, type KeyKind, type Permission, type WorkspaceReach } from '#kernel/caller.js';
import { areaLevel, type KeyArea } from '../../domain/keys/key-scope.js';
import { reachOf, type ReachRow, type UserFactsRow } from '../user-facts.js';
import { isSuspendedAccount } from '../suspended-account.js';
import { addressTest } from '../addresses/address-ranges.js';

/** Why an issued key is refused. The reason is never returned to callers. */
export type KeyRefusal = 'unknown' | 'revoked' | 'suspended' | 'workspace-deleted';

/** What a valid key admits to. */
export interface AdmittedKey {
  readonly caller: ApiKeyCaller;
  /** Who calls in the areas that the key is limited to or may do more in; empty for most keys. */
  readonly inAreas: ReadonlyMap<KeyArea, ApiKeyCaller>;
  readonly expiresAtMs: number;
  readonly admitsFrom: (address: string) => boolean;
}

export type KeyVerdict = AdmittedKey | { readonly refusal: KeyRefusal; readonly keyId?: string };

/** All that the database knows about a value of a key. */
export interface KeyRow extends UserFactsRow {
  readonly key_id: string;
  readonly kind: KeyKind;
  readonly scope: Permission | null;
  readonly areas: readonly KeyArea[];
  readonly allowed_ips: readonly string[];
  readonly user_id: string;
  readonly workspace_id: string | null;
  readonly expires_at: Date | null;
  readonly retires_at: Date | null;
  readonly is_revoked: boolean;
  readonly is_orphan: boolean;
  readonly is_suspended: boolean;
  readonly is_operator: boolean;
  readonly is_payer_suspended: boolean;
  readonly payer_id: string;
  readonly payer_organization_id: string | null;
  readonly plan: string | null;
}

/** What follows from a row. Pure, and the only place where a caller is made of what is stored. */
export function keyVerdict(row: KeyRow): KeyVerdict {
  const keyId = row.key_id;
  if (row.is_revoked) return { refusal: 'revoked', keyId };
  if (row.is_suspended || isSuspendedAccount(row.is_payer_suspended, row.payer_organization_id)) return { refusal: 'suspended', keyId };
  if (row.is_orphan) return { refusal: 'workspace-deleted', keyId };
  return {
    caller: callerOf(row, row.scope),
    inAreas: new Map(row.areas.map((area) => [area, callerOf(row, higher(row.scope, areaLevel[area]))])),
    expiresAtMs: Math.min(timeOf(row.expires_at), timeOf(row.retires_at)),
    admitsFrom: addressTest(row.allowed_ips),
  };
}

/** Powers beyond workspaces need a personal key that is not limited. */
function callerOf(row: KeyRow, level: Permission | null): ApiKeyCaller {
  const isFull = row.kind === 'personal' && level === 'admin';
  const scope = level ?? 'read';
  return new ApiKeyCaller({
    userId: row.user_id,
    keyId: row.key_id,
    keyKind: row.kind,
    workspaceId: row.workspace_id,
    scope,
    isOutOfScope: level === null,
    scopes: [...(row.scope === null ? [] : [row.scope]), ...row.areas],
    expiresAt: row.expires_at?.toISOString() ?? null,
    retiresAt: row.retires_at?.toISOString() ?? null,
    allowedIps: row.allowed_ips,
    isOperator: isFull && row.is_operator,
    account: { userId: row.payer_id, organizationId: row.payer_organization_id, plan: row.plan },
    organizations: new Map(isFull ? Object.entries(row.roles) : []),
    workspaces: new Map(row.reach.map((reach) => reachWithin(reach, scope))),
  });
}

function reachWithin(row: ReachRow, scope: Permission): [string, WorkspaceReach] {
  const [workspaceId, reach] = reachOf(row);
  return includesPermission(scope, reach.permission) ? [workspaceId, reach] : [workspaceId, { ...reach, permission: scope }];
}

function higher(one: Permission | null, other: Permission): Permission {
  return one !== null && includesPermission(one, other) ? one : other;
}

function timeOf(moment: Date | null): number {
  return moment?.getTime() ?? Number.POSITIVE_INFINITY;
}
