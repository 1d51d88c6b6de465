import { Injectable } from '@nestjs/common';
import { Logger } from '#host/logging/logger.js';
import { Clock } from '#kernel/clock.js';
import { Timers } from '#kernel/timers.js';
import { MinuteChore } from '#ledger/chores/minute-chore.js';
import { Listeners } from './listeners.js';

/** Deletes the events of listeners that are not shown any more. They may be prompts that their workspace does not keep. */
@Injectable()
export class ListenerUpkeep extends MinuteChore {
  constructor(
    private readonly listeners: Listeners,
    private readonly clock: Clock,
    timers: Timers,
    logger: Logger,
  ) {
    super(timers, logger, 'Events of listeners were not deleted; the next round will retry');
  }

  tidy(): Promise<void> {
    return this.listeners.forgetEvents(this.clock.now());
  }
}
