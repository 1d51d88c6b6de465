import type { OrganizationRole, Permission, WorkspaceReach } from '#kernel/caller.js';

/** One workspace that a user reaches, as the statements of the guard return it. */
export type ReachRow = readonly [workspaceId: string, organizationId: string | null, allowsPersonalKeys: boolean, permission: Permission];

/** A user's roles and workspaces, as the statements of the guard return them. */
export interface UserFactsRow {
  readonly roles: Readonly<Record<string, OrganizationRole>>;
  readonly reach: readonly ReachRow[];
}

/** SQL: the roles of the user `u` and the workspaces that they reach, where `condition` on the `id` of a workspace holds. */
export const userFacts = (condition = 'true'): string => `
    (select coalesce(json_object_agg(m.organization_id, m.role order by m.joined_at, m.organization_id), '{}') from organization_member m where m.user_id = u.id) as roles,
    (select coalesce(json_agg(json_build_array(w.id, w.organization_id, w.allow_personal_api_keys, r.permission)), '[]')
       from (select id, case when bool_or(permission = 'admin') then 'admin' when bool_or(permission = 'write') then 'write' else 'read' end as permission
               from (select workspace_id as id, permission from workspace_member where user_id = u.id
                     union all
                     select w.id, 'admin' from organization_member m join workspace w on w.organization_id = m.organization_id
                       where m.user_id = u.id and m.role in ('admin', 'owner')) every
               where ${condition}
               group by id) r
       join workspace w on w.id = r.id) as reach`;

/** What a row says about one workspace. */
export function reachOf([workspaceId, organizationId, allowsPersonalKeys, permission]: ReachRow): [string, WorkspaceReach] {
  return [workspaceId, { permission, organizationId, allowsPersonalKeys }];
}
