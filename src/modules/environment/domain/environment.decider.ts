import type { Decider } from '#kernel/decider.js';
import { tooManyVariables } from './environment.errors.js';
import { EnvironmentChanged, type EnvironmentEvent } from './environment.events.js';
import { environmentLimits } from './environment-limits.js';

export interface ChangeVariables {
  readonly type: 'change';
  readonly set: readonly string[];
  readonly removed: readonly string[];
}

interface EnvironmentState {
  readonly names: ReadonlySet<string>;
}

/** The decider sees only names. Setting an existing variable counts as a change, because values cannot be compared here. */
export const environment: Decider<EnvironmentState, ChangeVariables, EnvironmentEvent> = {
  initial: { names: new Set() },

  decide({ set, removed }, { names }) {
    const gone = removed.filter((name) => names.has(name));
    const added = set.filter((name) => !names.has(name));
    const beyond = added[environmentLimits.variables - (names.size - gone.length)];
    if (beyond !== undefined) throw tooManyVariables(beyond, 'A workspace may have');
    return set.length + gone.length === 0 ? [] : [EnvironmentChanged({ set, removed: gone })];
  },

  evolve({ names }, { payload: { set, removed } }) {
    const gone = new Set(removed);
    return { names: new Set([...names, ...set].filter((name) => !gone.has(name))) };
  },
};
