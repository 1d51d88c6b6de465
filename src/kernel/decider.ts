import type { NewEvent } from './event.js';

/** A pure decision: `decide` turns a command and the present state into events, `evolve` folds one event into the state. */
export interface Decider<State, Command, Event extends NewEvent> {
  readonly initial: State;
  decide(command: Command, state: State): readonly Event[];
  evolve(state: State, event: Event): State;
}

/** The state that a history leads to. */
export function fold<State, Event extends NewEvent>(
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  history: Iterable<Event>,
): State {
  let state = decider.initial;
  for (const event of history) state = decider.evolve(state, event);
  return state;
}
