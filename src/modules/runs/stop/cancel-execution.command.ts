import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { conflict } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { type Cancellation, RunCanceller } from './run-canceller.js';
import { type RunName, nameOf, RunFinder } from '../find/run-finder.js';

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

@CommandHandler(CancelExecution)
export class CancelExecutionHandler implements ICommandHandler<CancelExecution> {
  constructor(
    private readonly finder: RunFinder,
    private readonly canceller: RunCanceller,
  ) {}

  async execute({ run: asked, meta }: CancelExecution): Promise<CancelledExecution> {
    const run = await this.finder.find(asked, 'write');
    const { status, ...rest } = await this.canceller.cancel(run, { ...meta, correlationId: run.executionId });
    if (status === 'completed' || status === 'failed') throw conflict('CONFLICT', `Execution cannot be cancelled while ${status}`);
    return { ...rest, executionId: nameOf(run), isCancelled: status === 'cancelled' };
  }
}
