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
  /** Null: for ever, as long as the workspace is there. */
  readonly days: number | null;
  /** Null for a workspace that is there. */
  readonly deletedAt: Date | null;
}

/** Where a workspace has kept its runs for ever, they go so many days after it. */
export const daysAfterDeletion = 90;

/** The terms of every workspace, deleted ones included, and of whatever belongs to none. */
export interface RetentionTerms {
  readonly workspaces: readonly WorkspaceTerms[];
  readonly others: number | null;
}

interface ExpiredTerms {
  readonly workspaceIds: readonly string[];
  readonly others: boolean;
}

/** Whose runs of a month are past their time: those of these workspaces, and perhaps of what belongs to none. `end` is the moment at which the month was over. */
export function expiredIn(end: Date, { workspaces, others }: RetentionTerms, now: Date): ExpiredTerms {
  const isPast = (days: number | null): boolean => {
    const since = keptSince(days, now);
    return since !== undefined && since >= end;
  };
  const isGone = ({ days, deletedAt }: WorkspaceTerms): boolean =>
    days === null && deletedAt !== null && end <= now && now.getTime() - deletedAt.getTime() >= daysAfterDeletion * dayMs;
  const expired = workspaces.filter((terms) => isPast(terms.days) || isGone(terms));
  return { workspaceIds: expired.map(({ workspaceId }) => workspaceId), others: isPast(others) };
}

/** Whether whatever was past its time earlier still is. */
export function covers(now: ExpiredTerms, earlier: ExpiredTerms): boolean {
  const ids = new Set(now.workspaceIds);
  return (now.others || !earlier.others) && earlier.workspaceIds.every((id) => ids.has(id));
}
