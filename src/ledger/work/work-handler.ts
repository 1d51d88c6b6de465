import type { ClaimedItem } from './work-queue.js';

export interface HeldWork {
  readonly item: ClaimedItem;
  /** Aborts when the lease is lost: stop, write nothing. */
  readonly lost: AbortSignal;
  /** Aborts when the process is asked to stop: finish the step at hand and give the item back. */
  readonly draining: AbortSignal;
}

/** *finished*: the last append has removed the row of the item. *released*: another process continues the work. */
export type WorkOutcome = 'finished' | 'released';

/** Does one kind of work. */
export abstract class WorkHandler {
  abstract readonly kind: string;
  /** When it throws, the work is retried: soon after a fault of the infrastructure, after any other error when its lease has expired. */
  abstract work(held: HeldWork): Promise<WorkOutcome>;
}
