import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { conflict } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { type RunName, nameOf, RunStore } from '../find/run-store.js';
import { type Cancellation, StopRun } from './stop-run.js';

export interface CancelledExecution extends Pick<Cancellation, 'wasCancelled' | 'wasQueued' | 'wasPaused' | 'wasHere'> {
  /** The id under which the caller knows the run: the id that the caller chose, or ours. */
  readonly executionId: string;
  /** False if the run could not be ended in time. The caller can retry. */
  readonly isCancelled: boolean;
}

/** Ends a queued, running or paused run. @throws DomainError not-found, forbidden, or conflict when the run has ended in another way */
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
    private readonly runs: RunStore,
    private readonly stop: StopRun,
  ) {}

  async execute({ run: asked, meta }: CancelExecution): Promise<CancelledExecution> {
    const run = await this.runs.find(asked, 'write');
    const { status, ...rest } = await this.stop.cancel(run, { ...meta, correlationId: run.executionId });
    if (status === 'completed' || status === 'failed') throw conflict('CONFLICT', `Execution cannot be cancelled while ${status}`);
    return { ...rest, executionId: nameOf(run), isCancelled: status === 'cancelled' };
  }
}
