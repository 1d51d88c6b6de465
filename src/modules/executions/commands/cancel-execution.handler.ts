import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { conflict } from '#kernel/errors.js';
import { RunCanceller } from '../runtime/run-canceller.js';
import { nameOf, RunFinder } from '../runtime/run-finder.js';
import { CancelExecution, type CancelledExecution } from './cancel-execution.command.js';

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
