import { requireWorkspace, type Caller, type Permission } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';

/** A run that touches a table of its own workspace. */
export interface RunAccess {
  readonly executionId: string;
  readonly actorId: string | null;
  /** Of the account that pays for the run; null is the standard one. */
  readonly plan: string | null;
}

/** Where a table is and on whose behalf it is touched: of a caller, or of a run. */
export interface TableAccess {
  readonly workspaceId: string;
  readonly tableId: string;
  readonly by: { readonly caller: Caller; readonly meta: EventMeta } | { readonly run: RunAccess };
}

/** Who is named in the history of a row. */
export interface RowAuthor {
  readonly actorId: string | null;
  readonly executionId: string | null;
}

/** A run reaches its workspace; a caller has to. @throws DomainError forbidden */
export function requireAccess({ by, workspaceId }: TableAccess, needed: Permission): void {
  if ('caller' in by) requireWorkspace(by.caller, workspaceId, needed);
}

export function authorOf({ by }: TableAccess): RowAuthor {
  if ('run' in by) return { actorId: by.run.actorId, executionId: by.run.executionId };
  return { actorId: by.caller.userId, executionId: null };
}

/** The name of the plan whose limits hold. */
export function planNameOf({ by }: TableAccess): string | null {
  return 'run' in by ? by.run.plan : by.caller.account.plan;
}
