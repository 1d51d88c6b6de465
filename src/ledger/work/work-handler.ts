import type { WorkItem } from './work-item.js';

export interface HeldWork {
  readonly item: WorkItem;
  /** Aborts when the lease is lost: stop, write nothing. */
  readonly lost: AbortSignal;
  /** Aborts when the process is asked to stop: finish the step at hand and give the item back. */
  readonly draining: AbortSignal;
}

/** *finished*: the row of the item is gone with the last append. *released*: somebody else is to go on. */
export type WorkOutcome = 'finished' | 'released';

/** Does one kind of work. */
export abstract class WorkHandler {
  abstract readonly kind: string;
  /** A throw gives the item back; it is tried again when its lease would have run out. */
  abstract work(held: HeldWork): Promise<WorkOutcome>;
}
