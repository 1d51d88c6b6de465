import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel/errors.js';
import { RunFinder } from '#modules/executions/index.js';
import { PauseAccounts } from '../store/pause-accounts.js';
import { pauseStream } from '../store/pause-stream.js';
import { GetPausedExecution, type PausedExecutionView } from './get-paused-execution.query.js';

@QueryHandler(GetPausedExecution)
export class GetPausedExecutionHandler implements IQueryHandler<GetPausedExecution> {
  constructor(
    private readonly finder: RunFinder,
    private readonly accounts: PauseAccounts,
  ) {}

  async execute({ caller, workflowId, executionId: id }: GetPausedExecution): Promise<PausedExecutionView> {
    const { executionId, workspaceId } = await this.finder.find({ caller, workflowId, id }, 'read');
    const { state: account } = await this.accounts.of(executionId, workspaceId);
    if (account === null) throw notFound('Paused execution');
    return { id: pauseStream(executionId, workspaceId).streamId, account };
  }
}
