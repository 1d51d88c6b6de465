import { Command } from '@nestjs/cqrs';
import type { EventMeta } from '#kernel/event.js';
import type { Cancellation } from '../runtime/run-canceller.js';
import type { RunName } from '../runtime/run-finder.js';

export interface CancelledExecution extends Pick<Cancellation, 'wasCancelled' | 'wasQueued' | 'wasPaused' | 'wasHere'> {
  /** As the caller knows it: the id that it chose, or ours. */
  readonly executionId: string;
  /** False: nobody could end the run in time. Trying again makes sense. */
  readonly isCancelled: boolean;
}

/** Ends a run that waits or goes on. @throws DomainError not-found, forbidden, or conflict when the run has ended in another way */
export class CancelExecution extends Command<CancelledExecution> {
  constructor(
    readonly run: RunName,
    readonly meta: EventMeta,
  ) {
    super();
  }
}
