import { includesPermission, includesRole, requireInScope, type Caller } from '#kernel/caller.js';
import { forbidden, notFound } from '#kernel/errors.js';

/** @throws DomainError forbidden */
export function requireOperator(caller: Caller): void {
  if (!caller.isOperator) throw forbidden();
}

/** For what a user does with their own account: a key that was handed to a workspace, or that is limited, may not widen itself. */
export function requireUnlimitedPersonalKey(caller: Caller): void {
  if (caller.keyKind !== 'personal' || caller.scope !== 'admin') throw forbidden('An unlimited personal API key is required');
}

/** @throws DomainError not-found for a stranger, forbidden for a member who is no owner */
export function requireOrganizationOwner(caller: Caller, organizationId: string): void {
  if (caller.isOperator) return;
  const role = caller.roleIn(organizationId);
  if (role === undefined) throw notFound('Organization');
  if (!includesRole(role, 'owner')) throw forbidden();
}

/** Also where the workspace refuses personal keys: so that its admins can allow them again. */
export function requireAdminWithAnyKey(caller: Caller, workspaceId: string): void {
  const reach = caller.workspaces.get(workspaceId);
  if (reach === undefined) throw notFound('Workspace');
  requireInScope(caller);
  if (!includesPermission(reach.permission, 'admin')) throw forbidden();
}
