import type { Plan } from '#kernel/plan/plan.js';

const dayMs = 86_400_000;

/** The retention of the runs of a workspace in days; null: for ever. The plan sets the maximum; the workspace may set less. */
export function retentionDays({ retentionDays: most }: Pick<Plan, 'retentionDays'>, wanted: number | null): number | null {
  if (most === null || wanted === null) return most ?? wanted;
  return Math.min(most, wanted);
}

/** The time before which runs are expired. Undefined if runs never expire. */
export function keptSince(days: number | null, now: Date): Date | undefined {
  return days === null ? undefined : new Date(now.getTime() - days * dayMs);
}

export interface WorkspaceTerms {
  readonly workspaceId: string;
  /** Null: for ever, as long as the workspace exists. */
  readonly days: number | null;
  /** Null for a workspace that exists. */
  readonly deletedAt: Date | null;
}

/** The retention after deletion of a workspace that kept its runs for ever, in days. */
export const daysAfterDeletion = 90;

/** The terms of every workspace, deleted ones included, and of runs without a workspace. */
export interface RetentionTerms {
  readonly workspaces: readonly WorkspaceTerms[];
  readonly others: number | null;
}

interface ExpiredTerms {
  readonly workspaceIds: readonly string[];
  readonly others: boolean;
}

/** The workspaces whose runs of a month are expired, and whether runs without a known workspace are. `end` is the end of the month. */
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

/** Whether all that was expired earlier still is. */
export function covers(now: ExpiredTerms, earlier: ExpiredTerms): boolean {
  const ids = new Set(now.workspaceIds);
  return (now.others || !earlier.others) && earlier.workspaceIds.every((id) => ids.has(id));
}
