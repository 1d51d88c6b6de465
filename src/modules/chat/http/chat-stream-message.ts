import type { StreamMessage } from '#modules/runs/index.js';

/** A frame of the run of a message. Its `final` of a paused run has the open questions in place of the output. */
export type ChatStreamMessage = StreamMessage;
