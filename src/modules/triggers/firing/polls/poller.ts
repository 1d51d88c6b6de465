import { Injectable } from '@nestjs/common';
import type { Lease } from '#ledger/events/event-store.js';
import type { RegisteredTrigger } from '../../store/triggers.js';

/** A trigger that is due and is asked for new events. */
export interface Poll {
  readonly trigger: RegisteredTrigger;
  /** When it was to be asked. After a crash the poll is repeated with the same time. */
  readonly scheduledFor: Date;
  /** For the append of what was found (`alongside.lease` of an arrival): it is refused when another process has taken over, or the trigger has changed. */
  readonly lease: Lease;
  /** Aborts when the time of the poll is over, or the process stops. */
  readonly signal: AbortSignal;
}

/** Asks the triggers of one kind for new events. */
export abstract class Poller {
  /** The kind of trigger, whose `polls` is true. */
  abstract readonly kind: string;

  /**
   * Accepts what is new, with the cursor of the source in the same append. An error is logged and ends the poll; the next one is at the next
   * time of the schedule.
   */
  abstract poll(poll: Poll): Promise<void>;
}

/** The pollers of all kinds. */
@Injectable()
export class Pollers {
  readonly #pollers = new Map<string, Poller>();

  register(poller: Poller): void {
    this.#pollers.set(poller.kind, poller);
  }

  of(kind: string): Poller | undefined {
    return this.#pollers.get(kind);
  }
}
