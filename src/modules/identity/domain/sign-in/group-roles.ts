import type { OrganizationRole, Permission } from '#kernel/caller.js';

/** What a group of a provider gives its members. */
type GroupRole = { readonly group: string } & (
  | { readonly workspace: string; readonly permission: Permission }
  | { readonly organization: string; readonly role: OrganizationRole }
);

/** What a person is by their groups. */
export interface GrantedRoles {
  /** By id of the organization. */
  readonly organizations: ReadonlyMap<string, OrganizationRole>;
  /** By id of the workspace. */
  readonly workspaces: ReadonlyMap<string, Permission>;
}

const permissions: readonly Permission[] = ['read', 'write', 'admin'];
const roles: readonly OrganizationRole[] = ['member', 'admin', 'owner'];

/** Of several groups with a role in one place, the strongest role counts. */
export function grantedRoles(mapping: readonly GroupRole[], groups: readonly string[]): GrantedRoles {
  const organizations = new Map<string, OrganizationRole>();
  const workspaces = new Map<string, Permission>();
  for (const given of mapping.filter(({ group }) => groups.includes(group))) {
    if ('workspace' in given) raise(workspaces, given.workspace, given.permission, permissions);
    else raise(organizations, given.organization, given.role, roles);
  }
  return { organizations, workspaces };
}

function raise<Role>(given: Map<string, Role>, place: string, role: Role, ascending: readonly Role[]): void {
  const former = given.get(place);
  if (former === undefined || ascending.indexOf(role) > ascending.indexOf(former)) given.set(place, role);
}
