/** SQL: whether the person behind an invitation of `table` may still invite, where `may` holds for the user `u`. Those of earlier builds name no person. */
const invites = (table: string, may: string): string =>
  `(${table}.invited_by is null or exists (select from user_account u where u.id = ${table}.invited_by and not u.suspended and (${may})))`;

/** SQL: whether the person behind an invitation to an organization is still one of its owners or an operator. */
export const invitesToOrganization = (table: string): string =>
  invites(
    table,
    `u.is_operator or exists (select from organization_member m
       where m.organization_id = ${table}.organization_id and m.user_id = u.id and m.role = 'owner')`,
  );

/** SQL: whether the person behind an invitation to a workspace is still one of its admins. */
export const invitesToWorkspace = (table: string): string =>
  invites(
    table,
    `exists (select from workspace_member m where m.workspace_id = ${table}.workspace_id and m.user_id = u.id and m.permission = 'admin')
     or exists (select from organization_member m join workspace w on w.organization_id = m.organization_id
       where w.id = ${table}.workspace_id and m.user_id = u.id and m.role in ('admin', 'owner'))`,
  );
