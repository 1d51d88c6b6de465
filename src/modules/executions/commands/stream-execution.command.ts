import { Command } from '@nestjs/cqrs';
import type { StartRequest } from './run-execution.command.js';

export interface StreamedExecution {
  /** Ours, whatever the caller calls it. */
  readonly executionId: string;
  /** True when the run belongs to an earlier request with the same Idempotency-Key. */
  readonly replayed: boolean;
}

/** Begins a run whose caller watches it. Its first event is durable when it answers; from then on it needs no caller. */
export class StreamExecution extends Command<StreamedExecution> {
  constructor(readonly request: StartRequest) {
    super();
  }
}
