import type { Caller } from '#kernel/caller.js';

/** Whether a caller may see the addresses of triggers: those who may deploy. The address of a webhook without a signature is all that a sender needs. */
export function maySeeAddress(caller: Caller, workspaceId: string): boolean {
  const permission = caller.permissionIn(workspaceId);
  return permission !== undefined && permission !== 'read';
}
