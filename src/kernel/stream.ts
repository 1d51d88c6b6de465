import type { EventOf, NewEvent } from './event.js';

/** Streams with the lifetime *run* are dropped with the month of their run; *ledger* streams are kept forever. */
export type Lifetime = 'run' | 'ledger';

/** A kind of stream: how long its streams are kept, and which events they hold. */
export interface Stream<Event extends NewEvent = NewEvent> {
  readonly name: string;
  readonly lifetime: Lifetime;
  readonly events: readonly ((payload: never) => Event)[];
  /** The stream with this id. Its events carry the id of the workspace, if they belong to one. */
  at(streamId: string, workspaceId?: string | null): StreamRef<Event>;
}

/** One stream. */
export interface StreamRef<Event extends NewEvent = NewEvent> {
  readonly stream: Stream<Event>;
  readonly streamId: string;
  readonly workspaceId: string | null;
}

/** Declares a kind of stream: its name, how long its streams are kept, and the events that they hold. */
export function defineStream<const Events extends readonly ((payload: never) => NewEvent)[]>(
  name: string,
  lifetime: Lifetime,
  events: Events,
): Stream<EventOf<Events>>;
export function defineStream(name: string, lifetime: Lifetime, events: Stream['events']): Stream {
  const stream: Stream = { name, lifetime, events, at: (streamId, workspaceId = null) => ({ stream, streamId, workspaceId }) };
  return stream;
}
