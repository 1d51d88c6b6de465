import type { Decider } from '#kernel/decider.js';
import { ExecutionHeld, ExecutionReleased, type HoldEvent } from './hold.events.js';

export type HoldCommand =
  | { readonly type: 'place'; readonly executionId: string; readonly reason: string }
  | { readonly type: 'release'; readonly executionId: string };

export type HoldState = { readonly reason: string } | null;

/** A hold has a reason. A second hold replaces the reason; the same hold again changes nothing. */
export const hold: Decider<HoldState, HoldCommand, HoldEvent> = {
  initial: null,

  decide(command, state) {
    if (command.type === 'release') return state === null ? [] : [ExecutionReleased({ executionId: command.executionId })];
    const { executionId, reason } = command;
    return state?.reason === reason ? [] : [ExecutionHeld({ executionId, reason })];
  },

  evolve(_, event) {
    switch (event.type) {
      case 'execution-hold.placed':
        return { reason: event.payload.reason };
      case 'execution-hold.released':
        return null;
    }
  },
};
