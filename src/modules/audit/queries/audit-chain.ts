import type { Caller } from '#kernel/caller.js';
import type { AuditGate } from './audit-gate.js';

/** The organization whose chain is meant: itself, or that of a workspace. */
export type ChainScope = { readonly workspaceId: string } | { readonly organizationId: string };

/** The chain of an organization that the caller may read. @throws DomainError forbidden */
export async function readableChain(gate: AuditGate, caller: Caller, scope: ChainScope): Promise<string> {
  const organizationId =
    'workspaceId' in scope ? await gate.organizationOf(caller, scope.workspaceId) : gate.requireRoleIn(caller, scope.organizationId);
  await gate.requireEnterprise(organizationId);
  return organizationId;
}
