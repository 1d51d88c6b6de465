import { requireWorkspace, type Caller, type Permission } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';

/** A run that uses a table of the workspace of its workflow. */
export interface RunAccess {
  readonly executionId: string;
  readonly actorId: string | null;
  /** The plan of the account that pays for the run; null is the default plan. */
  readonly plan: string | null;
  /** The workflows of the calls that led to this run, and its own. */
  readonly callChain: readonly string[];
}

/** A table, and the caller or run that uses it. */
export interface TableAccess {
  readonly workspaceId: string;
  readonly tableId: string;
  readonly by: { readonly caller: Caller; readonly meta: EventMeta } | { readonly run: RunAccess };
}

/** The author that the history of a row names. */
export interface RowAuthor {
  readonly actorId: string | null;
  readonly executionId: string | null;
  /** The workflows that led to the write, oldest first; empty if no run did. */
  readonly callChain: readonly string[];
}

/** A run always has access to its workspace; the permissions of a caller are checked. @throws DomainError forbidden */
export function requireAccess({ by, workspaceId }: TableAccess, needed: Permission): void {
  if ('caller' in by) requireWorkspace(by.caller, workspaceId, needed);
}

export function authorOf({ by }: TableAccess): RowAuthor {
  if ('run' in by) return { actorId: by.run.actorId, executionId: by.run.executionId, callChain: by.run.callChain };
  return { actorId: by.caller.userId, executionId: null, callChain: [] };
}

/** The name of the plan whose limits apply. */
export function planNameOf({ by }: TableAccess): string | null {
  return 'run' in by ? by.run.plan : by.caller.account.plan;
}
