import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Config } from '#host/config/config.js';
import type { ExportConsumer } from '#host/config/files/exports-file.js';
import { Clock } from '#kernel/clock.js';
import { ConsumerProgress } from '../store/consumer-progress.js';
import { Feeds } from './feeds.js';

export interface ConsumerStatus {
  readonly consumer: string;
  readonly feed: ExportConsumer['feed'];
  /** The origin of the receiver, without its path, which may be a secret; or the folder. */
  readonly to: string;
  /** Batches that have arrived. */
  readonly batches: number;
  /** The age of the oldest batch or entry that has not arrived; 0 if all have. */
  readonly lagMs: number;
  /** Entries outside of batches, counted up to 10,000. */
  readonly lagEntries: number;
}

/** The progress of all exports, of all processes. */
@Injectable()
export class ExportStatus {
  constructor(
    private readonly pool: Pool,
    private readonly config: Config,
    private readonly feeds: Feeds,
    private readonly clock: Clock,
  ) {}

  read(): Promise<readonly ConsumerStatus[]> {
    return Promise.all((this.config.exports ?? []).map((consumer) => this.#of(consumer)));
  }

  async #of(consumer: ExportConsumer): Promise<ConsumerStatus> {
    const { place, number, batch } = await new ConsumerProgress(this.pool, consumer).read();
    const onItsWayMs = batch === undefined ? 0 : this.clock.now().getTime() - Date.parse(batch.at);
    const { ms: behindMs, entries: lagEntries } = await this.feeds.of(consumer).waiting(place);
    const to = 'url' in consumer.to ? new URL(consumer.to.url).origin : consumer.to.folder;
    return { consumer: consumer.name, feed: consumer.feed, to, batches: number, lagMs: Math.max(0, onItsWayMs, behindMs), lagEntries };
  }
}
