import { v7 } from 'uuid';
import type { OrganizationRole, Permission } from '#kernel/caller.js';
import type { Random } from '../simulation/random.js';

/** Everything that decides what keys reach and who pays, as rows of the tables by their columns. */
export interface MembershipWorld {
  readonly organization: readonly { readonly id: string; readonly name: string; readonly plan: string }[];
  readonly user_account: readonly {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly is_operator: boolean;
    readonly suspended: boolean;
  }[];
  readonly organization_member: readonly {
    readonly organization_id: string;
    readonly user_id: string;
    readonly role: OrganizationRole;
    readonly joined_at: string;
  }[];
  readonly workspace: readonly {
    readonly id: string;
    readonly name: string;
    readonly organization_id: string | null;
    readonly owner_id: string;
    readonly allow_personal_api_keys: boolean;
  }[];
  readonly workspace_member: readonly { readonly workspace_id: string; readonly user_id: string; readonly permission: Permission }[];
  readonly api_key: readonly {
    readonly id: string;
    readonly kind: 'personal' | 'workspace';
    readonly name: string;
    readonly user_id: string;
    readonly workspace_id: string | null;
    readonly scope: Permission | null;
    readonly areas: readonly string[];
    readonly revoked_at: string | null;
  }[];
}

type Many<T> = readonly [T, ...T[]];

const moments = ['2031-01-01T00:00:00Z', '2031-01-02T00:00:00Z', '2031-01-03T00:00:00Z'] as const;
const roles = ['member', 'admin', 'owner'] as const;
const permissions = ['read', 'write', 'admin'] as const;

/** Users who belong to several organizations, to one and to none; workspaces inside and outside; keys of each kind, also of what is gone. */
export function membershipWorld(random: Random, keys: number): MembershipWorld {
  const ids = (count: number): Many<string> => [v7(), ...Array.from({ length: count - 1 }, () => v7())];
  const [organizations, users, workspaces, gone] = [ids(5), ids(40), ids(40), ids(3)];
  return {
    organization: organizations.map((id, index) => ({ id, name: `O ${index}`, plan: random.pick(['free', 'team', 'selfhosted']) })),
    user_account: users.map((id, index) => ({
      id,
      email: `u${index}@example.org`,
      name: `U ${index}`,
      is_operator: random.chance(0.2),
      suspended: random.chance(0.2),
    })),
    organization_member: users.flatMap((user_id) =>
      (random.chance(0.4) ? [] : random.some(organizations, 0.4)).map((organization_id) => {
        return { organization_id, user_id, role: random.pick(roles), joined_at: random.pick(moments) };
      }),
    ),
    workspace: workspaces.map((id, index) => ({
      id,
      name: `W ${index}`,
      organization_id: random.chance(0.5) ? null : random.pick(organizations),
      owner_id: random.pick(users),
      allow_personal_api_keys: random.chance(0.7),
    })),
    workspace_member: users.flatMap((user_id) =>
      random.some(workspaces, 0.15).map((workspace_id) => ({ workspace_id, user_id, permission: random.pick(permissions) })),
    ),
    api_key: Array.from({ length: keys }, (_, index) => {
      const kind = random.pick(['personal', 'workspace'] as const);
      return {
        id: v7(),
        kind,
        name: `K ${index}`,
        user_id: random.pick(users),
        workspace_id: kind === 'personal' ? null : random.chance(0.05) ? random.pick(gone) : random.pick(workspaces),
        scope: random.pick([null, 'read', 'write', 'admin', 'admin', 'admin']),
        areas: random.some(['execute', 'logs'], 0.2),
        revoked_at: random.chance(0.05) ? moments[2] : null,
      };
    }),
  };
}

/** What a key comes to, told as plainly as it can be: by looking through all rows. Shares no code with the server. */
export type PlainVerdict =
  | { readonly refusal: 'revoked' | 'suspended' | 'workspace-deleted' }
  | {
      readonly account: { readonly userId: string; readonly organizationId: string | null; readonly plan: string | null };
      readonly isOperator: boolean;
      readonly organizations: readonly (readonly [id: string, role: OrganizationRole])[];
      readonly workspaces: Readonly<Record<string, { permission: Permission; organizationId: string | null; allowsPersonalKeys: boolean }>>;
    };

/** Who pays for what this user owns or does in a workspace of this organization. */
export function plainAccount(
  world: MembershipWorld,
  userId: string,
  organizationId: string | null,
): { readonly userId: string; readonly organizationId: string | null; readonly plan: string | null } {
  const paying = organizationId ?? joined(world, userId)[0]?.organization_id ?? null;
  return { userId, organizationId: paying, plan: world.organization.find(({ id }) => id === paying)?.plan ?? null };
}

/** The memberships of a user, the first one first. */
function joined({ organization_member: members }: MembershipWorld, userId: string): MembershipWorld['organization_member'] {
  const place = (each: MembershipWorld['organization_member'][number]): string => each.joined_at + each.organization_id;
  return members.filter(({ user_id }) => user_id === userId).toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
}

export function plainVerdict(world: MembershipWorld, key: MembershipWorld['api_key'][number]): PlainVerdict {
  const isSuspended = (userId: string): boolean => world.user_account.some(({ id, suspended }) => id === userId && suspended);
  if (key.revoked_at !== null) return { refusal: 'revoked' };
  if (isSuspended(key.user_id)) return { refusal: 'suspended' };
  const own = world.workspace.find(({ id }) => id === key.workspace_id);
  if (key.workspace_id !== null && own === undefined) return { refusal: 'workspace-deleted' };
  const account = plainAccount(world, own?.owner_id ?? key.user_id, own?.organization_id ?? null);
  if (account.organizationId === null && isSuspended(account.userId)) return { refusal: 'suspended' };
  const isFull = key.kind === 'personal' && key.scope === 'admin';
  return {
    account,
    isOperator: isFull && world.user_account.some(({ id, is_operator }) => id === key.user_id && is_operator),
    organizations: isFull ? joined(world, key.user_id).map(({ organization_id, role }) => [organization_id, role] as const) : [],
    workspaces: plainReach(world, key),
  };
}

function plainReach(
  world: MembershipWorld,
  key: MembershipWorld['api_key'][number],
): Extract<PlainVerdict, { account: object }>['workspaces'] {
  const most = permissions.indexOf(key.scope ?? 'read');
  const reach = new Map<string, { permission: Permission; organizationId: string | null; allowsPersonalKeys: boolean }>();
  for (const { id, organization_id: organizationId, allow_personal_api_keys: allowsPersonalKeys } of world.workspace) {
    if (key.workspace_id !== null && key.workspace_id !== id) continue;
    const member = world.workspace_member.find(({ workspace_id, user_id }) => workspace_id === id && user_id === key.user_id);
    const role = world.organization_member.find((each) => each.organization_id === organizationId && each.user_id === key.user_id)?.role;
    const level = role === 'admin' || role === 'owner' ? 2 : member === undefined ? -1 : permissions.indexOf(member.permission);
    const permission = permissions[Math.min(level, most)];
    if (permission !== undefined) reach.set(id, { permission, organizationId, allowsPersonalKeys });
  }
  return Object.fromEntries(reach);
}
