import type { Log } from '@sluice/client';

/** How long a run waited in the queue before it began; 0 if it did not. The clocks of two processes may differ. */
export function queuedMs({ startedAt, executionData: { queuedAt } }: Log): number {
  return queuedAt === null ? 0 : Math.max(0, Date.parse(startedAt) - Date.parse(queuedAt));
}
