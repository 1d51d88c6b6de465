import type { JsonObject } from '#kernel/json.js';
import type { ExecutionEvent } from '#engine/execution.events.js';

/** An event and, where they differ from its payload, the fields as traces show them: with `{{NAME}}` where the author wrote it. */
export type ShownEvent<Event extends ExecutionEvent = ExecutionEvent> = Event & { readonly shown?: JsonObject };
