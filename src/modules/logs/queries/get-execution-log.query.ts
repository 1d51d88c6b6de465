import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { WorkflowDocument } from '#modules/workflows/index.js';
import type { LogView } from './log-view.js';

export interface ExecutionLog {
  readonly entry: LogView;
  /** The version that the run was pinned to. */
  readonly document: WorkflowDocument;
}

/**
 * The entry of a run under the id by which its caller knows it. @throws DomainError not-found, the same for an absent and for a
 * foreign one
 */
export class GetExecutionLog extends Query<ExecutionLog> {
  constructor(
    readonly caller: Caller,
    readonly executionId: string,
  ) {
    super();
  }
}
