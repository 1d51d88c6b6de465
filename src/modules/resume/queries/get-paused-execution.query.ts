import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { PausedExecution } from '../domain/pause.state.js';

/** The account of a run that has asked somebody, whatever became of it. */
export interface PausedExecutionView {
  readonly id: string;
  readonly account: PausedExecution;
}

/** @throws DomainError not-found, the same for an absent and a foreign run, and for one that asked nobody; forbidden */
export class GetPausedExecution extends Query<PausedExecutionView> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
    /** Ours, or the one that the caller of the run chose. */
    readonly executionId: string,
  ) {
    super();
  }
}
