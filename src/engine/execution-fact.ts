import type { ExecutionEvent } from './execution.events.js';

type Fact<Event> = Event extends { readonly type: unknown; readonly payload: unknown } ? Pick<Event, 'type' | 'payload'> : never;

/** What the engine reads of an event of a run, whether it was just produced or comes from the store. */
export type ExecutionFact = Fact<ExecutionEvent>;
