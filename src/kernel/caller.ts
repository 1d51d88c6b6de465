import { forbidden, notFound, type DomainError } from './errors.js';

/** From least to most; each includes those before it. */
export const permissions = ['read', 'write', 'admin'] as const;
export type Permission = (typeof permissions)[number];

/** From least to most; each includes those before it. */
export const organizationRoles = ['member', 'admin', 'owner'] as const;
export type OrganizationRole = (typeof organizationRoles)[number];

export type KeyKind = 'personal' | 'workspace';

/** What a caller may do in one workspace. */
export interface WorkspaceReach {
  readonly permission: Permission;
  readonly organizationId: string | null;
  readonly allowsPersonalKeys: boolean;
}

/** Who pays. Members of an organization share its plan and its buckets; a null plan stands for the default of the instance. */
export interface Account {
  readonly userId: string;
  readonly organizationId: string | null;
  readonly plan: string | null;
}

export interface CallerFacts {
  readonly userId: string;
  readonly keyId: string;
  readonly keyKind: KeyKind;
  /** The workspace of a workspace key; null for a personal one. */
  readonly workspaceId: string | null;
  /** The most that this key may do anywhere, whatever its user may. */
  readonly scope: Permission;
  /** The key is limited to parts of the API, and this is another one. */
  readonly isOutOfScope?: boolean;
  /** What the key is limited to, in the words of its maker, as far as these are told in refusals. */
  readonly scopes?: readonly string[];
  /** When the key ends; null or absent: never. ISO 8601. */
  readonly expiresAt?: string | null;
  /** The value that was presented was replaced by a rotation, and ends then. ISO 8601. */
  readonly retiresAt?: string | null;
  /** Addresses and CIDR ranges that the key may be used from; none or absent: from anywhere. */
  readonly allowedIps?: readonly string[];
  /** Whoever runs the server. Says nothing about workspaces: an operator reaches those where somebody made them a member. */
  readonly isOperator: boolean;
  readonly account: Account;
  readonly organizations: ReadonlyMap<string, OrganizationRole>;
  readonly workspaces: ReadonlyMap<string, WorkspaceReach>;
}

/** Who acts, and what they may touch, as it was when the key was looked up. Shared between requests and never changed. */
export class Caller {
  readonly userId: string;
  readonly keyId: string;
  readonly keyKind: KeyKind;
  readonly workspaceId: string | null;
  readonly scope: Permission;
  readonly isOutOfScope: boolean;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
  readonly retiresAt: string | null;
  readonly allowedIps: readonly string[];
  readonly isOperator: boolean;
  readonly account: Account;
  readonly organizations: ReadonlyMap<string, OrganizationRole>;
  readonly workspaces: ReadonlyMap<string, WorkspaceReach>;

  constructor(facts: CallerFacts) {
    this.userId = facts.userId;
    this.keyId = facts.keyId;
    this.keyKind = facts.keyKind;
    this.workspaceId = facts.workspaceId;
    this.scope = facts.scope;
    this.isOutOfScope = facts.isOutOfScope ?? false;
    this.scopes = facts.scopes ?? [];
    this.expiresAt = facts.expiresAt ?? null;
    this.retiresAt = facts.retiresAt ?? null;
    this.allowedIps = facts.allowedIps ?? [];
    this.isOperator = facts.isOperator;
    this.account = facts.account;
    this.organizations = facts.organizations;
    this.workspaces = facts.workspaces;
  }

  /** Undefined: nothing at all, also where the workspace refuses personal keys and this is one, and where the key is out of its scope. */
  permissionIn(workspaceId: string): Permission | undefined {
    return this.isOutOfScope || this.isShutOutOf(workspaceId) ? undefined : this.workspaces.get(workspaceId)?.permission;
  }

  /** Whether the user has access to the workspace and only the kind of the key is in the way. */
  isShutOutOf(workspaceId: string): boolean {
    return this.keyKind === 'personal' && this.workspaces.get(workspaceId)?.allowsPersonalKeys === false;
  }

  roleIn(organizationId: string): OrganizationRole | undefined {
    return this.organizations.get(organizationId);
  }
}

export function includesPermission(held: Permission, needed: Permission): boolean {
  return permissions.indexOf(held) >= permissions.indexOf(needed);
}

export function includesRole(held: OrganizationRole, needed: OrganizationRole): boolean {
  return organizationRoles.indexOf(held) >= organizationRoles.indexOf(needed);
}

/**
 * For a `workspaceId` parameter: foreign and absent workspaces get the same answer.
 * @throws DomainError forbidden
 */
export function requireWorkspace(caller: Caller, workspaceId: string, needed: Permission): void {
  requirePermission(caller, workspaceId, needed, () => forbidden(undefined, undefined, 'cross_workspace'));
}

/**
 * For a thing that was found by its id and lives in `workspaceId`: to a stranger it is not there at all.
 * @throws DomainError not-found for a stranger, forbidden for a member with too little permission
 */
export function requireReach(caller: Caller, workspaceId: string, needed: Permission, what: string): void {
  requirePermission(caller, workspaceId, needed, () => notFound(what, 'foreign_object'));
}

/**
 * For what needs no permission in a workspace. Everything else asks for it anyway.
 * @throws DomainError forbidden
 */
export function requireInScope(caller: Caller): void {
  if (!caller.isOutOfScope) return;
  const held = caller.scopes.length === 0 ? '' : ` (${caller.scopes.join(', ')})`;
  throw forbidden(`The scopes of this API key${held} do not include this request`);
}

function requirePermission(caller: Caller, workspaceId: string, needed: Permission, toStranger: () => DomainError): void {
  if (!caller.workspaces.has(workspaceId)) throw toStranger();
  requireInScope(caller);
  const held = caller.permissionIn(workspaceId);
  if (held === undefined) throw forbidden('Personal API keys are disabled for this workspace', 'PERSONAL_KEYS_DISABLED');
  requireHeld(held, needed);
}

/**
 * For a caller who knows the workspace: what they hold there is no secret to them.
 * @throws DomainError forbidden
 */
export function requireHeld(held: Permission, needed: Permission): void {
  if (!includesPermission(held, needed)) throw forbidden(`This needs the permission ${needed} in the workspace; this API key has ${held}`);
}
