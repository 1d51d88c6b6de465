/** A fact that a decider has produced and the event store has not yet recorded. */
export interface NewEvent<Type extends string = string, Payload extends object = object> {
  readonly type: Type;
  /** Schema version of the payload: 1 + the number of upcasts of its definition. */
  readonly version: number;
  readonly payload: Readonly<Payload>;
}

/** Turns the payload of one schema version into that of the next. */
export type Upcast = (older: Record<string, unknown>) => Record<string, unknown>;

export interface EventDefinition<Type extends string = string, Payload extends object = object> {
  readonly type: Type;
  readonly version: number;
  readonly upcasts: readonly Upcast[];
  (payload: Payload): NewEvent<Type, Payload>;
}

/** A definition whatever its payload. */
export interface AnyEventDefinition {
  readonly type: string;
  readonly version: number;
  readonly upcasts: readonly Upcast[];
  (payload: never): NewEvent;
}

/** The union of events that a catalogue of definitions can produce. `never` keeps the catalogue open to every payload. */
export type EventOf<Catalogue extends readonly ((payload: never) => NewEvent)[]> = ReturnType<Catalogue[number]>;

/** Declares an event: its wire name, its payload type and the upcasts that lead from each older payload to the present one. */
export function defineEvent<const Type extends string>(type: Type) {
  return <Payload extends object>(...upcasts: readonly Upcast[]): EventDefinition<Type, Payload> => {
    const version = upcasts.length + 1;
    const create = (payload: Payload): NewEvent<Type, Payload> => ({ type, version, payload });
    return Object.assign(create, { type, version, upcasts });
  };
}

/** From where a request came. */
export interface RequestSource {
  /** The address of the client, as far as proxies are trusted to know it. */
  readonly ip?: string;
  /** What the client calls itself, cut to 256 characters. */
  readonly userAgent?: string;
}

/** Who and what caused an event, and from where. Stored beside its payload, never inside it. */
export interface EventMeta extends RequestSource {
  readonly actorId?: string;
  readonly keyId?: string;
  readonly requestId?: string;
  /** The execution, job or request that all events of one piece of work share. */
  readonly correlationId?: string;
  /** The event or command that led to this one. */
  readonly causationId?: string;
}

/** An event as the store holds it, its payload already upcast to the present schema version. */
export interface RecordedEvent<Event extends NewEvent = NewEvent> {
  readonly type: Event['type'];
  /** Present schema version of the payload, which is not always the stored one. */
  readonly version: number;
  readonly payload: Event['payload'];
  readonly streamId: string;
  /** Position in its stream, from 1. */
  readonly position: number;
  readonly workspaceId: string | null;
  /**
   * Complete for every event of a stream that is read from its beginning. A projection sees it only with the first event of an append to a run
   * that stores it, live and in a rebuild alike: the first append of its process, and the one that ends or pauses the run.
   */
  readonly meta: EventMeta;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** For the audit log: the running digest of the stream of a run after the append that this event begins the stream with, or ends. */
  readonly digest?: string;
}

/** A union of recorded events, made from a union of new ones: its `type` tells which payload it has. */
export type RecordedOf<Event extends NewEvent> = Event extends NewEvent ? RecordedEvent<Event> : never;
