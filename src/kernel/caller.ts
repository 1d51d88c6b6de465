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

/** What every caller has: the user in whose name it acts, the account that pays, and what it reaches. */
export interface PrincipalFacts {
  readonly userId: string;
  /** Operators administer the server. This says nothing about workspaces: an operator reaches those that it is a member of. */
  readonly isOperator: boolean;
  readonly account: Account;
  readonly organizations: ReadonlyMap<string, OrganizationRole>;
  readonly workspaces: ReadonlyMap<string, WorkspaceReach>;
}

/** How far a credential is narrower than its user. */
export interface CredentialLimits {
  /** The highest permission that the credential gives anywhere. */
  readonly scope: Permission;
  /** True when the credential is limited to parts of the API and the request belongs to another part. */
  readonly isOutOfScope: boolean;
  /** The names of the scopes, for refusals. */
  readonly scopes: readonly string[];
  /** When the credential ends, in ISO 8601; null: never. */
  readonly expiresAt: string | null;
  /** Set for a value that a rotation has replaced: when that value ends, in ISO 8601. */
  readonly retiresAt: string | null;
  /** Addresses and CIDR ranges that the credential may be used from; an empty list allows every address. */
  readonly allowedIps: readonly string[];
}

const noLimits: CredentialLimits = { scope: 'admin', isOutOfScope: false, scopes: [], expiresAt: null, retiresAt: null, allowedIps: [] };
/** Those of a caller for whom strangers run a workflow: as a key with the scope `execute` has them. */
const runsOnly: CredentialLimits = { ...noLimits, scope: 'write', scopes: ['execute'] };

/** Shared between requests and never changed: the facts are those of the moment when the credential was looked up. */
abstract class Principal implements PrincipalFacts {
  readonly userId: string;
  readonly isOperator: boolean;
  readonly account: Account;
  readonly organizations: ReadonlyMap<string, OrganizationRole>;
  readonly workspaces: ReadonlyMap<string, WorkspaceReach>;

  constructor(
    facts: PrincipalFacts,
    readonly limits: CredentialLimits,
  ) {
    this.userId = facts.userId;
    this.isOperator = facts.isOperator;
    this.account = facts.account;
    this.organizations = facts.organizations;
    this.workspaces = facts.workspaces;
  }

  /** Undefined: no access at all, also where the workspace refuses this kind of credential, and where the credential is out of its scope. */
  permissionIn(workspaceId: string): Permission | undefined {
    return this.limits.isOutOfScope || this.isShutOutOf(workspaceId) ? undefined : this.workspaces.get(workspaceId)?.permission;
  }

  /** Whether the user has access to the workspace, and the workspace refuses this kind of credential. */
  isShutOutOf(_workspaceId: string): boolean {
    return false;
  }

  roleIn(organizationId: string): OrganizationRole | undefined {
    return this.organizations.get(organizationId);
  }
}

export interface ApiKeyCredential {
  readonly keyId: string;
  readonly keyKind: KeyKind;
  /** The workspace of a workspace key; null for a personal one. */
  readonly workspaceId: string | null;
}

export type ApiKeyFacts = PrincipalFacts & ApiKeyCredential & Partial<CredentialLimits>;

/** A request with an API key. */
export class ApiKeyCaller extends Principal {
  readonly kind = 'api-key';
  readonly credential: ApiKeyCredential;

  constructor(facts: ApiKeyFacts) {
    const { scope, isOutOfScope, scopes, expiresAt, retiresAt, allowedIps } = { ...noLimits, ...facts };
    super(facts, { scope, isOutOfScope, scopes, expiresAt, retiresAt, allowedIps });
    this.credential = { keyId: facts.keyId, keyKind: facts.keyKind, workspaceId: facts.workspaceId };
  }

  override isShutOutOf(workspaceId: string): boolean {
    return this.credential.keyKind === 'personal' && this.workspaces.get(workspaceId)?.allowsPersonalKeys === false;
  }
}

/** What a person must do before their session reaches an organization: sign in at a provider, or turn a second factor on. */
export type SignInDemand = 'provider' | 'second-factor';

export interface SessionCredential {
  readonly sessionId: string;
  /** When the person proved last who they are, in ISO 8601. */
  readonly confirmedAt: string;
  readonly sessionExpiresAt: string;
  /** Whether a provider or a second factor vouches for the person beside the password. */
  readonly isStrong?: boolean;
  /** Organizations of the person that the session does not reach, and what they demand first. */
  readonly demands?: ReadonlyMap<string, SignInDemand>;
}

/** A person who has signed in with a browser. They may do all that their user may. */
export class SessionCaller extends Principal {
  readonly kind = 'session';
  readonly credential: SessionCredential;

  constructor({
    sessionId,
    confirmedAt,
    sessionExpiresAt,
    isStrong = false,
    demands = new Map(),
    ...facts
  }: PrincipalFacts & SessionCredential) {
    super(facts, noLimits);
    this.credential = { sessionId, confirmedAt, sessionExpiresAt, isStrong, demands };
  }
}

/** The server itself, in the name of a user: for work that no request has asked for. */
export class SystemCaller extends Principal {
  readonly kind = 'system';

  constructor(facts: PrincipalFacts, limits: CredentialLimits = noLimits) {
    super(facts, limits);
  }

  /** The same for people without a key: they run workflows, and read nothing of the workspace. */
  forStrangers(): SystemCaller {
    return new SystemCaller(this, runsOnly);
  }
}

/**
 * Who acts, and what it may touch. Another way to prove an identity is another member of this union; use cases see what all members
 * have, and a member's own facts only after a check of `kind`.
 */
export type Caller = ApiKeyCaller | SessionCaller | SystemCaller;
export type CallerKind = Caller['kind'];

/** The id of the API key in use. Absent for callers without one. */
export function apiKeyMeta(caller: Caller): { readonly keyId?: string } {
  return caller.kind === 'api-key' ? { keyId: caller.credential.keyId } : {};
}

/** What the metadata of an event says about the caller. */
export function actorOf(caller: Caller): { readonly actorId: string; readonly keyId?: string } {
  const actorId = caller.userId;
  return caller.kind === 'api-key' ? { actorId, keyId: caller.credential.keyId } : { actorId };
}

/** What a caller counts as where one credential must not use up or see what another one has: a user may have many. */
export function credentialIdOf(caller: Caller): string {
  return caller.kind === 'api-key' ? caller.credential.keyId : `${caller.kind}:${caller.userId}`;
}

/** Whether the caller may do all that its user may. A workspace key and a limited credential may not. */
export function hasFullPowers(caller: Caller): boolean {
  return (caller.kind !== 'api-key' || caller.credential.keyKind === 'personal') && caller.limits.scope === 'admin';
}

/** Whether the caller may read the files of a workspace. A credential that is limited to parts of the API runs workflows there without that. */
export function mayReadFiles(caller: Caller, workspaceId: string): boolean {
  const { scopes } = caller.limits;
  const isInScope = scopes.length === 0 || permissions.some((permission) => scopes.includes(permission));
  return isInScope && caller.permissionIn(workspaceId) !== undefined;
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
 * The workspaces in which a caller looks for a thing by its name: the one that the request names, or all that the caller reaches.
 * @throws DomainError forbidden, the same for a foreign and an absent workspace
 */
export function workspacesOf(caller: Caller, workspaceId: string | undefined, needed: Permission): readonly string[] {
  if (workspaceId === undefined) return [...caller.workspaces.keys()];
  requireWorkspace(caller, workspaceId, needed);
  return [workspaceId];
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
  const { isOutOfScope, scopes } = caller.limits;
  if (!isOutOfScope) return;
  const held = scopes.length === 0 ? '' : ` (${scopes.join(', ')})`;
  throw forbidden(`The scopes of this API key${held} do not include this request`);
}

function requirePermission(caller: Caller, workspaceId: string, needed: Permission, toStranger: () => DomainError): void {
  if (!caller.workspaces.has(workspaceId)) throw toStranger();
  requireInScope(caller);
  const held = caller.permissionIn(workspaceId);
  if (held === undefined) throw forbidden('Personal API keys are disabled for this workspace', 'PERSONAL_KEYS_DISABLED');
  requireHeld(caller, held, needed);
}

/**
 * For a caller who knows the workspace: what they hold there is no secret to them.
 * @throws DomainError forbidden
 */
export function requireHeld({ kind }: Caller, held: Permission, needed: Permission): void {
  if (includesPermission(held, needed)) return;
  throw forbidden(`This needs the permission ${needed} in the workspace; ${kind === 'session' ? 'you have' : 'this API key has'} ${held}`);
}
