import { defineEvent } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

/**
 * Somebody wants a run to end. How it ends is in its own stream, and may be written by a process that does not know who wanted it; this
 * is written before anybody is asked to end it.
 */
export const CancellationRequested = defineEvent('cancellation.requested')<{ executionId: string; workflowId: string }>();

export const cancellationStream = defineStream('cancellation', 'run', [CancellationRequested]);
