import type { Plan } from '#kernel/plan.js';

const dayMs = 86_400_000;

/** How long a workspace keeps its runs, in days; null: for ever. The plan is the most, the workspace may want less. */
export function retentionDays({ retentionDays: most }: Pick<Plan, 'retentionDays'>, wanted: number | null): number | null {
  if (most === null || wanted === null) return most ?? wanted;
  return Math.min(most, wanted);
}

/** Runs that began before it are past their time. Undefined where nothing ever is. */
export function keptSince(days: number | null, now: Date): Date | undefined {
  return days === null ? undefined : new Date(now.getTime() - days * dayMs);
}

export interface WorkspaceTerms {
  readonly workspaceId: string;
  readonly days: number | null;
}

/** The terms of every workspace, and of those that are gone. */
export interface RetentionTerms {
  readonly workspaces: readonly WorkspaceTerms[];
  readonly others: number | null;
}

interface ExpiredTerms {
  readonly workspaceIds: readonly string[];
  readonly others: boolean;
}

/** Whose runs of a month are past their time: those of these workspaces, and perhaps of all that are not known any more. `end` is the moment at which the month was over. */
export function expiredIn(end: Date, { workspaces, others }: RetentionTerms, now: Date): ExpiredTerms {
  const isPast = (days: number | null): boolean => {
    const since = keptSince(days, now);
    return since !== undefined && since >= end;
  };
  return { workspaceIds: workspaces.filter(({ days }) => isPast(days)).map(({ workspaceId }) => workspaceId), others: isPast(others) };
}
