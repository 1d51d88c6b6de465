import { fleeting, withRun } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** An execution id that a caller chose. Becomes durable with the first event of its run. */
export interface CallerExecutionRow {
  readonly workspaceId: string;
  readonly name: string;
  readonly executionId: string;
}

export const callerExecution = new ReadModel<CallerExecutionRow, 'workspaceId' | 'name'>({
  table: 'caller_execution',
  key: ['workspaceId', 'name'],
  kept: withRun('execution_id', 'only runs whose callers chose the id; partitions could not keep these names unique'),
  columns: { workspaceId: { type: 'uuid' }, name: { type: 'text' }, executionId: { type: 'uuid' } },
});

/**
 * A used idempotency key. It holds no answer: the answer is read from the stream of the run, so it is durable at the same moment
 * as the run.
 */
export interface IdempotencyRow {
  /** Digest of API key, workflow and idempotency key. */
  readonly claim: string;
  /** Digest of the request. */
  readonly fingerprint: string;
  readonly executionId: string;
  /** The job of an asynchronous start. */
  readonly jobId: string | null;
  readonly createdAt: string;
}

export const idempotency = new ReadModel<IdempotencyRow, 'claim'>({
  table: 'idempotency',
  key: ['claim'],
  kept: fleeting('after 24 hours a key may be used again'),
  columns: {
    claim: { type: 'text' },
    fingerprint: { type: 'text' },
    executionId: { type: 'uuid' },
    jobId: { type: 'uuid', nullable: true },
    createdAt: { type: 'timestamptz' },
  },
});
