import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Caller, includesPermission, type KeyKind, type OrganizationRole, type Permission, type WorkspaceReach } from '#kernel/caller.js';

/** Why a key of ours admits nobody. Callers are never told which. */
export type KeyRefusal = 'unknown' | 'revoked' | 'suspended' | 'workspace-deleted';

export type KeyVerdict =
  { readonly caller: Caller; readonly expiresAtMs: number } | { readonly refusal: KeyRefusal; readonly keyId?: string };

type ReachRow = readonly [workspaceId: string, organizationId: string | null, allowsPersonalKeys: boolean, permission: Permission];

interface KeyRow {
  readonly key_id: string;
  readonly kind: KeyKind;
  readonly scope: Permission;
  readonly user_id: string;
  readonly workspace_id: string | null;
  readonly expires_at: Date | null;
  readonly is_revoked: boolean;
  readonly is_orphan: boolean;
  readonly is_suspended: boolean;
  readonly is_operator: boolean;
  readonly payer_id: string;
  readonly payer_organization_id: string | null;
  readonly plan: string | null;
  readonly roles: Readonly<Record<string, OrganizationRole>>;
  readonly reach: readonly ReachRow[];
}

/**
 * Everything about a key in one statement. A workspace key acts as its creator and reaches that workspace only. Whoever pays for it
 * is the owner of the workspace; an account counts towards the organization of the workspace, else the one it joined first.
 */
const text = `
  select k.id as key_id, k.kind, k.scope, k.user_id, k.workspace_id, k.expires_at,
    k.revoked_at is not null as is_revoked,
    k.workspace_id is not null and own.id is null as is_orphan,
    u.suspended as is_suspended, u.is_operator,
    coalesce(own.owner_id, u.id) as payer_id, payer.id as payer_organization_id, payer.plan,
    (select coalesce(json_object_agg(m.organization_id, m.role order by m.joined_at, m.organization_id), '{}') from organization_member m where m.user_id = u.id) as roles,
    (select coalesce(json_agg(json_build_array(w.id, w.organization_id, w.allow_personal_api_keys, r.permission)), '[]')
       from (select id, case when bool_or(permission = 'admin') then 'admin' when bool_or(permission = 'write') then 'write' else 'read' end as permission
               from (select workspace_id as id, permission from workspace_member where user_id = u.id
                     union all
                     select w.id, 'admin' from organization_member m join workspace w on w.organization_id = m.organization_id
                       where m.user_id = u.id and m.role in ('admin', 'owner')) every
               where k.workspace_id is null or id = k.workspace_id
               group by id) r
       join workspace w on w.id = r.id) as reach
  from api_key_secret s
  join api_key k on k.id = s.key_id
  join user_account u on u.id = k.user_id
  left join workspace own on own.id = k.workspace_id
  left join organization payer on payer.id = coalesce(own.organization_id,
    (select m.organization_id from organization_member m where m.user_id = coalesce(own.owner_id, u.id) order by m.joined_at, m.organization_id limit 1))
  where s.digest = $1`;

/** Finds out whose key has a digest. */
@Injectable()
export class KeyLookup {
  constructor(private readonly pool: Pool) {}

  async find(digest: string): Promise<KeyVerdict> {
    const { rows } = await this.pool.query<KeyRow>({ name: 'find_key', text, values: [digest] });
    const [row] = rows;
    return row === undefined ? { refusal: 'unknown' } : verdict(row);
  }

  /** The digests of keys without a checksum: those that operators chose themselves. There is at most a handful. */
  async withoutChecksum(): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ digest: string }>('select digest from api_key_secret where not has_checksum');
    return rows.map(({ digest }) => digest);
  }
}

function verdict(row: KeyRow): KeyVerdict {
  const keyId = row.key_id;
  if (row.is_revoked) return { refusal: 'revoked', keyId };
  if (row.is_suspended) return { refusal: 'suspended', keyId };
  if (row.is_orphan) return { refusal: 'workspace-deleted', keyId };
  return { caller: callerOf(row), expiresAtMs: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY };
}

/** Powers beyond workspaces need a personal key that is not limited. */
function callerOf(row: KeyRow): Caller {
  const isFull = row.kind === 'personal' && row.scope === 'admin';
  return new Caller({
    userId: row.user_id,
    keyId: row.key_id,
    keyKind: row.kind,
    workspaceId: row.workspace_id,
    scope: row.scope,
    isOperator: isFull && row.is_operator,
    account: { userId: row.payer_id, organizationId: row.payer_organization_id, plan: row.plan },
    organizations: new Map(isFull ? Object.entries(row.roles) : []),
    workspaces: new Map(row.reach.map((reach) => reachOf(reach, row.scope))),
  });
}

function reachOf([workspaceId, organizationId, allowsPersonalKeys, held]: ReachRow, scope: Permission): [string, WorkspaceReach] {
  const permission = includesPermission(scope, held) ? held : scope;
  return [workspaceId, { permission, organizationId, allowsPersonalKeys }];
}
