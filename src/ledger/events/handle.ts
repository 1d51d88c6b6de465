import type { Decider } from '#kernel/decider.js';
import type { EventMeta, NewEvent } from '#kernel/event.js';
import type { Write } from '#ledger/rows/read-model.js';
import { StreamConflict, type EventStore, type Lifetime } from './event-store.js';

export interface StreamRef {
  readonly streamId: string;
  readonly lifetime: Lifetime;
  readonly workspaceId: string | null;
}

export interface Handled<State, Event> {
  readonly state: State;
  readonly events: readonly Event[];
}

/** With a few dozen writers at once on one stream the last of them still gets its turn. */
const tries = 25;

/**
 * Load, decide, append; again from the start when someone else was faster. Several commands become durable together, each
 * decided on what those before it lead to. `writes` may add rows that become durable together with the events.
 */
export async function handle<State, Command, Event extends NewEvent>(
  store: EventStore,
  decider: Decider<State, Command, Event>,
  stream: StreamRef,
  { command, meta, writes }: { command: Command | readonly Command[]; meta: EventMeta; writes?: readonly Write[] },
): Promise<Handled<State, Event>> {
  for (let attempt = 1; ; attempt += 1) {
    const history = await store.read(stream.lifetime, stream.streamId);
    const before = history.reduce((state, event) => decider.evolve(state, event as unknown as Event), decider.initial);
    const { events, state } = decideAll(decider, Array.isArray(command) ? (command as readonly Command[]) : [command as Command], before);
    try {
      if (events.length > 0) {
        await store.append({
          streams: [{ ...stream, expected: history.length, events, meta }],
          ...(writes === undefined ? {} : { writes }),
        });
      }
      return { state, events };
    } catch (error) {
      if (!(error instanceof StreamConflict) || attempt >= tries) throw error;
    }
  }
}

function decideAll<State, Command, Event extends NewEvent>(
  { decide, evolve }: Decider<State, Command, Event>,
  commands: readonly Command[],
  before: State,
): Handled<State, Event> {
  let state = before;
  const events: Event[] = [];
  for (const command of commands) {
    for (const event of decide(command, state)) {
      events.push(event);
      state = evolve(state, event);
    }
  }
  return { state, events };
}
