import type { EventDefinition, NewEvent, RecordedEvent } from '#kernel/event.js';
import type { ReadModel, Write } from './read-model.js';

interface Handler {
  apply(event: RecordedEvent): readonly Write[];
  /** Fields of the payload that it does not read. */
  readonly unread: readonly string[];
}

/**
 * A view of events. *Inline* ones are written by the statement that appends the events (for what the next request must see);
 * *async* ones follow by subscription. Both are pure, so both can be rebuilt from the stream at any time.
 */
export interface Projection {
  readonly name: string;
  /** Raised when the meaning or the shape of its rows changes: the next start rebuilds it. */
  readonly version: number;
  readonly mode: 'inline' | 'async';
  readonly models: readonly ReadModel<object, never>[];
  readonly handlers: ReadonlyMap<string, Handler>;
  /** Tables of sums, with the column of their date: what they say of months of which runs have gone survives a rebuild. */
  readonly totals?: readonly { readonly table: string; readonly date: string }[];
}

interface ProjectionOptions extends Omit<Projection, 'handlers'> {
  readonly on: readonly (readonly [type: string, handler: Handler])[];
}

export function defineProjection({ on, ...options }: ProjectionOptions): Projection {
  return { ...options, handlers: new Map(on) };
}

/** What a projection does with one kind of event. Large parts of `unread` fields are not fetched for it. */
export function when<Type extends string, Payload extends object, Unread extends keyof Payload & string = never>(
  definition: EventDefinition<Type, Payload>,
  apply: (event: RecordedEvent<NewEvent<Type, Omit<Payload, Unread>>>) => readonly Write[],
  ...unread: readonly Unread[]
): readonly [type: string, handler: Handler] {
  return [definition.type, { apply: apply as unknown as Handler['apply'], unread }];
}

export function project(projections: Iterable<Projection>, event: RecordedEvent): Write[] {
  const writes: Write[] = [];
  for (const projection of projections) {
    const handler = projection.handlers.get(event.type);
    if (handler !== undefined) writes.push(...handler.apply(event));
  }
  return writes;
}
