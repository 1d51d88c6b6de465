import { defineEvent } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

/**
 * A caller has requested the end of a run. The end itself is in the stream of the run, and may be appended by a process that does not
 * know the caller. This event is appended before the run is cancelled.
 */
export const CancellationRequested = defineEvent('cancellation.requested')<{ executionId: string; workflowId: string }>();

export const cancellationStream = defineStream('cancellation', 'run', [CancellationRequested]);
