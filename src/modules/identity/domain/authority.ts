import {
  hasFullPowers,
  includesRole,
  requireHeld,
  requireInScope,
  requireReach,
  type Caller,
  type OrganizationRole,
} from '#kernel/caller.js';
import { forbidden, notFound } from '#kernel/errors.js';

/** @throws DomainError forbidden */
export function requireOperator(caller: Caller): void {
  if (!caller.isOperator) throw forbidden('This needs a personal API key of an operator that is not limited by scopes');
}

/** For what a user does with their own account: a key that was handed to a workspace, or that is limited, may not widen itself. */
export function requireUnlimitedPersonalKey(caller: Caller): void {
  if (!hasFullPowers(caller)) throw forbidden('An unlimited personal API key is required');
}

/**
 * A rotation may be the answer to a leak: the value that it has replaced still does its work for a while, and cannot outlive that.
 * @throws DomainError forbidden
 */
export function requirePresentValue(caller: Caller): void {
  const { retiresAt } = caller.limits;
  if (retiresAt === null) return;
  throw forbidden(`This value of the API key was replaced and ends at ${retiresAt}: keys are managed with the present value`);
}

/** @throws DomainError not-found for a stranger, forbidden for a member who is no owner */
export function requireOrganizationOwner(caller: Caller, organizationId: string): void {
  requireRole(caller, organizationId, 'owner');
}

/** @throws DomainError not-found for a stranger, forbidden for a member who is neither admin nor owner */
export function requireOrganizationAdmin(caller: Caller, organizationId: string): void {
  requireRole(caller, organizationId, 'admin');
}

/** For changes to an organization that only an operator may make. @throws DomainError not-found for a stranger, forbidden for a member */
export function requireOperatorOf(caller: Caller, organizationId: string): void {
  requireRole(caller, organizationId, 'owner');
  requireOperator(caller);
}

/** An operator has the permissions of an owner. */
function requireRole(caller: Caller, organizationId: string, needed: OrganizationRole): void {
  if (caller.isOperator) return;
  const role = caller.roleIn(organizationId);
  if (role === undefined) throw notFound('Organization');
  if (!includesRole(role, needed)) throw forbidden(`This needs the role ${needed} in the organization; you have ${role}`);
}

/**
 * Members leave by themselves, whatever they are there.
 * @throws DomainError not-found for a stranger, forbidden for a member who is no owner and wants to remove another user
 */
export function requireRemovalFromOrganization(caller: Caller, organizationId: string, userId: string): void {
  if (userId === caller.userId && caller.roleIn(organizationId) !== undefined) return;
  requireOrganizationOwner(caller, organizationId);
}

/**
 * Members leave by themselves with an unlimited personal key, also where the workspace refuses those.
 * @throws DomainError not-found for a stranger, forbidden for a member who is no admin and wants to remove another user
 */
export function requireRemovalFromWorkspace(caller: Caller, workspaceId: string, userId: string): void {
  if (userId === caller.userId && hasFullPowers(caller) && caller.workspaces.has(workspaceId)) return;
  requireReach(caller, workspaceId, 'admin', 'Workspace');
}

/** Also where the workspace refuses personal keys: so that its admins can allow them again. */
export function requireAdminWithAnyKey(caller: Caller, workspaceId: string): void {
  const reach = caller.workspaces.get(workspaceId);
  if (reach === undefined) throw notFound('Workspace');
  requireInScope(caller);
  requireHeld(caller, reach.permission, 'admin');
}
