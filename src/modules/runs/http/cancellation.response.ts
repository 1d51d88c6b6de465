import type { CancelledExecution } from '../stop/cancel-execution.command.js';

/** The fields that clients of this route know from elsewhere, each with the meaning that it has here. */
export interface CancellationResponse {
  readonly success: boolean;
  readonly executionId: string;
  /** Whether runs in other processes can be reached. They are reached through the database, without which there is no answer. */
  readonly redisAvailable: true;
  /** The end of the run is on disk. */
  readonly durablyRecorded: boolean;
  /** The run was driven by the process that answers. */
  readonly locallyAborted: boolean;
  /** The run was waiting for the end of a pause. */
  readonly pausedCancelled: boolean;
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
