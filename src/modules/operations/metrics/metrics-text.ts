import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { PreparedAnswer } from '#edge/prepared/prepared-answer.js';
import { shareMetrics } from '#ledger/signals/siblings.js';
import { FreshCache } from '#host/caches/fresh-cache.js';

/** The metrics as text, collected at most every 750 ms for all callers together; with several processes those of all of them. */
@Injectable()
export class MetricsText {
  readonly #texts = new FreshCache<PreparedAnswer>({ maxEntries: 1 });

  readonly #metrics: () => Promise<string>;

  constructor(private readonly registry: Registry) {
    this.#metrics = shareMetrics(() => registry.metrics());
  }

  read(): Promise<PreparedAnswer> {
    return this.#texts.get('', async () => {
      const headers = new Map([['Content-Type', this.registry.contentType]]);
      return new PreparedAnswer(await this.#metrics(), headers);
    });
  }
}
