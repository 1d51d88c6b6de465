import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import { RunStore } from '#modules/runs/index.js';
import type { PausedExecution } from '../domain/pause.state.js';
import { PauseAccounts } from '../store/pause-accounts.js';
import { pauseStreamOf } from '../store/pause-stream.js';

/** The answer account of a run, also after the run has ended. */
export interface PausedExecutionView {
  readonly id: string;
  readonly account: PausedExecution;
}

/** @throws DomainError not-found, the same for an absent and a foreign run, and for a run that has asked no question; forbidden */
export class GetPausedExecution extends Query<PausedExecutionView> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
    /** Our id of the run, or the id that its caller chose. */
    readonly executionId: string,
  ) {
    super();
  }
}

@QueryHandler(GetPausedExecution)
export class GetPausedExecutionHandler implements IQueryHandler<GetPausedExecution> {
  constructor(
    private readonly runs: RunStore,
    private readonly accounts: PauseAccounts,
  ) {}

  async execute({ caller, workflowId, executionId: id }: GetPausedExecution): Promise<PausedExecutionView> {
    const { executionId, workspaceId } = await this.runs.find({ caller, workflowId, id }, 'read');
    const { state: account } = await this.accounts.of(executionId, workspaceId);
    if (account === null) throw notFound('Paused execution');
    return { id: pauseStreamOf(executionId, workspaceId).streamId, account };
  }
}
