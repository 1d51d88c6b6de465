import { expect } from '@jest/globals';
import { fold, type Decider } from '#kernel/decider.js';
import { DomainError } from '#kernel/errors.js';
import type { NewEvent } from '#kernel/event.js';

interface Outcome<Event> {
  /** The decision is exactly these events. */
  then(events: readonly Event[]): void;
  /** The decision is a refusal with this code and, when given, exactly this message. */
  refuses(code: string, message?: string): void;
}

/** `given(decider, history).when(command).then(events)`, or `.refuses(code)`. */
export function given<State, Command, Event extends NewEvent>(
  decider: Decider<State, Command, Event>,
  history: readonly Event[],
): { when(command: Command): Outcome<Event> } {
  return {
    when: (command) => {
      const decide = (): readonly Event[] => decider.decide(command, fold(decider, history));
      return {
        then: (events) => expect(decide()).toEqual(events),
        refuses: (code, message) => {
          const refusal = thrownBy(decide);
          expect(refusal).toBeInstanceOf(DomainError);
          expect(refusal).toMatchObject({ code, ...(message === undefined ? {} : { message }) });
        },
      };
    },
  };
}

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}
