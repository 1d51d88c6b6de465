import { lowestId } from '#ledger/events/run-partitions.js';

/** What has become of a question, as people see it. */
export const questionStatuses = ['open', 'answered', 'expired', 'closed'] as const;
export type QuestionStatus = (typeof questionStatuses)[number];

/** The last run of a page. */
export interface PausesPlace {
  readonly pausedAt: string;
  readonly id: string;
}

export interface PausesWanted {
  readonly workspaceId: string;
  readonly statuses: readonly QuestionStatus[];
  readonly after: PausesPlace | undefined;
  readonly limit: number;
  /** The time from which the workspace shows its runs; undefined if it shows all. */
  readonly shownSince: Date | undefined;
  /** ISO 8601. */
  readonly now: string;
}

/** SQL: the runs of a workspace that may have a question with one of these statuses, the latest pause first. */
export function pausesStatement({ workspaceId, statuses, after, limit, shownSince, now }: PausesWanted): {
  text: string;
  values: unknown[];
} {
  const values: unknown[] = [workspaceId, limit];
  const conditions = ['workspace_id = $1'];
  if (statuses.every((status) => status === 'open')) conditions.push(`status in ('paused', 'partially_resumed')`);
  // What nothing has happened to since it was asked is open, or its time is over.
  else if (!statuses.includes('open')) conditions.push(`(updated_at > paused_at or expires_at <= $${values.push(now)})`);
  // A run that waits does not expire.
  if (shownSince !== undefined) {
    conditions.push(`(execution_id >= $${values.push(lowestId(shownSince))} or status in ('paused', 'partially_resumed'))`);
  }
  if (after !== undefined) conditions.push(`(paused_at, id) < ($${values.push(after.pausedAt)}, $${values.push(after.id)})`);
  const text = `select id, execution_id, workflow_id, paused_at from paused_execution
    where ${conditions.join(' and ')} order by paused_at desc, id desc limit $2`;
  return { text, values };
}
