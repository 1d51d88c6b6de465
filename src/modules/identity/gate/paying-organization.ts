/**
 * SQL: the organization that pays for whatever this user owns or does in a workspace of this organization (both expressions of uuids).
 * That of the workspace, else the one that the user joined first; null: the user alone pays. The only place that says so.
 */
export function payingOrganization(organizationId: string, userId: string): string {
  return `coalesce(${organizationId}, (select m.organization_id from organization_member m
    where m.user_id = ${userId} order by m.joined_at, m.organization_id limit 1))`;
}
