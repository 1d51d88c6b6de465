import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Pool } from 'pg';
import { Config, worksOnJobs } from '#host/config/config.js';
import type { ExportConsumer } from '#host/config/files/exports-file.js';
import { Logger } from '#host/logging/logger.js';
import { OutboundHttp } from '#world/outbound/outbound-http.js';
import { Turns } from '#ledger/chores/turns.js';
import { Clock } from '#kernel/clock.js';
import { Activity } from '#ledger/signals/activity.js';
import { Timers } from '#kernel/timers.js';
import { FileSink } from '../sinks/file-sink.js';
import { HttpSink } from '../sinks/http-sink.js';
import { ConsumerProgress } from '../store/consumer-progress.js';
import { ConsumerExport } from './consumer-export.js';
import { ExportFaults } from './export-faults.js';
import { Feeds } from './feeds.js';

const pauseMs = 500;
const firstRetryMs = 500;
const longestRetryMs = 60_000;

/** Sends the feeds to their consumers until the process stops. One process at a time sends to a consumer. */
@Injectable()
export class Exporter implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #stop = new AbortController();
  #loops: readonly Promise<void>[] = [];

  constructor(
    private readonly pool: Pool,
    private readonly config: Config,
    private readonly feeds: Feeds,
    private readonly outbound: OutboundHttp,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly activity: Activity,
    private readonly turns: Turns,
    private readonly faults: ExportFaults,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (worksOnJobs(this.config)) this.#loops = (this.config.exports ?? []).map((consumer) => this.#run(consumer));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#loops);
    await Promise.all((this.config.exports ?? []).map((consumer) => this.turns.release(taskOf(consumer))));
  }

  async #run(consumer: ExportConsumer): Promise<void> {
    const work = this.#exportTo(consumer);
    const { signal } = this.#stop;
    for (let failures = 0; !signal.aborted;) {
      try {
        const isOurs = await this.turns.has(taskOf(consumer));
        const result = isOurs ? await work.step(signal) : 'idle';
        failures = 0;
        this.faults.end(consumer.name);
        if (result === 'idle') await this.activity.rest(pauseMs, signal);
      } catch (error) {
        if (signal.aborted) return;
        const retryMs = Math.min(firstRetryMs * 2 ** failures, longestRetryMs);
        failures += 1;
        this.faults.note(consumer.name, { message: messageOf(error), failures, at: this.clock.iso() });
        this.logger.warn({ err: error, consumer: consumer.name, retryMs }, 'An export waits for its receiver and will be retried');
        await this.#rest(retryMs);
      }
    }
  }

  #exportTo(consumer: ExportConsumer): ConsumerExport {
    const { to, name } = consumer;
    const sink = 'url' in to ? new HttpSink(this.outbound, to) : new FileSink(to.folder, name);
    const progress = new ConsumerProgress(this.pool, consumer);
    return new ConsumerExport({ consumer, sink, progress, feed: this.feeds.of(consumer), clock: this.clock });
  }

  async #rest(ms: number): Promise<void> {
    await this.timers.wait(ms, this.#stop.signal).catch(() => undefined);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function taskOf({ feed, name }: ExportConsumer): string {
  return `${feed}:${name}`;
}
