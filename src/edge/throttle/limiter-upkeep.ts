import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { Logger } from '#host/logging/logger.js';
import { PostgresBuckets } from './postgres-buckets.js';
import { RateLimiter } from './rate-limiter.js';

const everyMs = 1000;

/** Gives back tokens that this process does not use, at the latest when the process stops. */
@Injectable()
export class LimiterUpkeep implements OnModuleInit, OnModuleDestroy {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly limiter: RateLimiter,
    private readonly buckets: PostgresBuckets,
    private readonly housekeeper: Housekeeper,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.housekeeper.add(() => this.buckets.forgetOld());
    this.#schedule();
  }

  async onModuleDestroy(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.limiter.close();
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      const done = this.limiter
        .tidy()
        .catch((error: unknown) => this.logger.error({ err: error }, 'Unused tokens could not be given back'));
      void done.then(() => this.#timer !== undefined && this.#schedule());
    }, everyMs);
    this.#timer.unref();
  }
}
