import { requireReach, type Caller } from '#kernel/caller.js';
import { requireOperator, requirePresentValue, requireUnlimitedPersonalKey } from '../authority.js';

/** Whose keys: the caller's own, a workspace's, or another user's. */
export type KeyOwner =
  | { readonly kind: 'self' }
  | { readonly kind: 'workspace'; readonly workspaceId: string }
  | { readonly kind: 'user'; readonly userId: string };

/** @throws DomainError when the caller may not see these keys */
export function requireKeyReading(caller: Caller, owner: KeyOwner): void {
  if (owner.kind === 'self') requireUnlimitedPersonalKey(caller);
  else if (owner.kind === 'user') requireOperator(caller);
  else requireReach(caller, owner.workspaceId, 'admin', 'Workspace');
}

/** @throws DomainError when the caller may not make, change or end these keys */
export function requireKeyChange(caller: Caller, owner: KeyOwner): void {
  requireKeyReading(caller, owner);
  requirePresentValue(caller);
}

/** The user that a key acts as, and the workspace that it is bound to. A workspace key acts as the user who made it. */
export function keyHolder(caller: Caller, owner: KeyOwner): { readonly userId: string; readonly workspaceId: string | null } {
  if (owner.kind === 'workspace') return { userId: caller.userId, workspaceId: owner.workspaceId };
  return { userId: owner.kind === 'user' ? owner.userId : caller.userId, workspaceId: null };
}
