import { fold, type Decider } from '#kernel/decider.js';
import type { EventMeta, NewEvent } from '#kernel/event.js';
import type { StreamRef } from '#kernel/stream.js';
import type { Write } from '#ledger/rows/read-model.js';
import { appendTo, type EventStore, type Lease, type StreamAppend } from './event-store.js';
import { retryConflicts } from './retry-conflicts.js';

/** What was decided on one stream. */
export interface Decided<State, Event> {
  readonly before: State;
  readonly state: State;
  readonly events: readonly Event[];
}

/** A decision on one or several streams. It is made again when another writer appends to one of them first. */
export type Decision<Result> = (unit: UnitOfWork) => Promise<Result>;

export interface DecideOptions {
  readonly meta: EventMeta;
  /** Rows that become durable together with the events. Without events they are not written. */
  readonly writes?: readonly Write[];
  readonly lease?: Lease | undefined;
}

/**
 * Loads streams, decides, and appends everything together. Nothing is appended when nothing is decided.
 * @throws what the decision throws, and what an append throws: StreamConflict after 40 attempts
 */
export function decide<Result>(store: EventStore, decision: Decision<Result>, options: DecideOptions): Promise<Result> {
  return retryConflicts(async () => {
    const unit = new UnitOfWork(store, options);
    const result = await decision(unit);
    await unit.commit();
    return result;
  });
}

/** The usual decision: commands for one stream, each decided on the state that the commands before it lead to. */
export function on<State, Command, Event extends NewEvent>(
  stream: StreamRef<Event>,
  decider: Decider<State, Command, Event>,
  command: Command | readonly Command[],
): Decision<Decided<State, Event>> {
  const commands = Array.isArray(command) ? (command as readonly Command[]) : [command as Command];
  return (unit) => unit.on(stream, decider, () => commands);
}

/** What one attempt of a decision reads and is about to append. */
export class UnitOfWork {
  readonly #streams: StreamAppend[] = [];
  readonly #rows: Write[] = [];

  constructor(
    private readonly store: EventStore,
    private readonly options: DecideOptions,
  ) {}

  /** Loads a stream and decides the commands that its state calls for. */
  async on<State, Command, Event extends NewEvent>(
    stream: StreamRef<Event>,
    decider: Decider<State, Command, Event>,
    commandsFor: (state: State) => readonly Command[],
  ): Promise<Decided<State, Event>> {
    const history: readonly NewEvent[] = await this.store.read(stream.stream, stream.streamId);
    const before = fold(decider, history as readonly Event[]);
    const decided = decideAll(decider, commandsFor(before), before);
    const { events } = decided;
    if (events.length > 0) this.#streams.push(appendTo(stream, { expected: history.length, events, meta: this.options.meta }));
    return decided;
  }

  /** Rows that become durable with the events, and also without events. */
  write(rows: readonly Write[]): void {
    this.#rows.push(...rows);
  }

  async commit(): Promise<void> {
    if (this.#streams.length === 0 && this.#rows.length === 0) return;
    const { writes = [], lease } = this.options;
    const also = this.#streams.length === 0 ? [] : writes;
    await this.store.append({ streams: this.#streams, writes: [...also, ...this.#rows], ...(lease === undefined ? {} : { lease }) });
  }
}

function decideAll<State, Command, Event extends NewEvent>(
  decider: Decider<State, Command, Event>,
  commands: readonly Command[],
  before: State,
): Decided<State, Event> {
  let state = before;
  const events: Event[] = [];
  for (const command of commands) {
    for (const event of decider.decide(command, state)) {
      events.push(event);
      state = decider.evolve(state, event);
    }
  }
  return { before, state, events };
}
