import { Command } from '@nestjs/cqrs';
import type { StartRequest } from './run-execution.command.js';

export interface QueuedExecution {
  readonly jobId: string;
  /** As the caller knows it: the id that it chose, or ours. */
  readonly executionId: string;
  readonly replayed: boolean;
}

/** Accepts a run for later. Durable when it answers. */
export class QueueExecution extends Command<QueuedExecution> {
  constructor(readonly request: StartRequest) {
    super();
  }
}
