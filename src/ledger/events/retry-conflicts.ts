import type { Timers } from '#kernel/timers.js';
import { StreamConflict } from './event-store.js';

/** Enough for the last of a few dozen writers that change one stream at once. */
const mostAttempts = 40;
/** After these attempts, backoff begins. */
const promptAttempts = 3;
const longestBackoffMs = 40;

export interface RetryOptions {
  /** Which errors lead to another attempt. Default: every `StreamConflict`. */
  readonly isConflict?: (error: unknown) => boolean | Promise<boolean>;
  /** Waits up to 40 ms between attempts, from the fourth on. `seed` differs between competing writers. Absent: retries at once. */
  readonly backoff?: { readonly timers: Timers; readonly signal: AbortSignal; readonly seed: string };
}

/** The one retry policy for writers that compete. @throws the last conflict after 40 attempts, and the reason of an aborted signal */
export async function retryConflicts<Result>(attempt: () => Promise<Result>, options: RetryOptions = {}): Promise<Result> {
  const { isConflict = isStreamConflict, backoff } = options;
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts === mostAttempts || !(await isConflict(error))) throw error;
    }
    if (backoff !== undefined && attempts > promptAttempts) await backoff.timers.wait(backoffMs(backoff.seed, attempts), backoff.signal);
  }
}

export function isStreamConflict(error: unknown): boolean {
  return error instanceof StreamConflict;
}

/** Jitter that follows from an id: different for each writer and each attempt. */
function backoffMs(id: string, attempts: number): number {
  const chance = Number.parseInt(id.slice(-8), 16) + attempts * 2_654_435_761;
  return 1 + (chance % longestBackoffMs);
}
