import type { OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '#host/logging/logger.js';
import type { Timers } from '#kernel/timers.js';

const minuteMs = 60_000;

/** A chore that every process does once a minute, since the process that left its work may be gone. The next round retries a failed one. */
export abstract class MinuteChore implements OnModuleDestroy {
  #callOff: () => void = () => undefined;
  #isOver = false;

  constructor(
    private readonly timers: Timers,
    private readonly logger: Logger,
    /** Logged when a round fails. */
    private readonly failure: string,
  ) {}

  /** Deletes what is not needed now. */
  abstract tidy(): Promise<void>;

  begin(): void {
    this.#callOff = this.timers.after(minuteMs, () => void this.#round());
  }

  onModuleDestroy(): void {
    this.#isOver = true;
    this.#callOff();
  }

  async #round(): Promise<void> {
    try {
      await this.tidy();
    } catch (error) {
      this.logger.warn({ err: error }, this.failure);
    }
    if (!this.#isOver) this.begin();
  }
}
