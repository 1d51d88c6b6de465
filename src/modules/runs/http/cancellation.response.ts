import type { CancelledExecution } from '../stop/cancel-execution.command.js';

/** Field names that existing clients of this route expect. */
export interface CancellationResponse {
  /** Whether the run is cancelled. */
  readonly success: boolean;
  readonly executionId: string;
  /** Whether runs in other processes can be cancelled. Always true, since they are cancelled through the database. */
  readonly redisAvailable: true;
  /** Whether the end of the run is durable. */
  readonly durablyRecorded: boolean;
  /** Whether the process that responds drove the run. */
  readonly locallyAborted: boolean;
  /** Whether the run was paused. */
  readonly pausedCancelled: boolean;
  /** How the run was cancelled. */
  readonly reason: 'recorded' | 'queue_cancelled' | 'already_cancelled' | 'cancellation_not_finalized';
}

export function cancellationResponse(cancelled: CancelledExecution): CancellationResponse {
  const { executionId, isCancelled, wasPaused, wasHere } = cancelled;
  return {
    success: isCancelled,
    executionId,
    redisAvailable: true,
    durablyRecorded: isCancelled,
    locallyAborted: wasHere,
    pausedCancelled: isCancelled && wasPaused,
    reason: reasonOf(cancelled),
  };
}

function reasonOf({ isCancelled, wasCancelled, wasQueued }: CancelledExecution): CancellationResponse['reason'] {
  if (!isCancelled) return 'cancellation_not_finalized';
  if (wasCancelled) return 'already_cancelled';
  return wasQueued ? 'queue_cancelled' : 'recorded';
}
