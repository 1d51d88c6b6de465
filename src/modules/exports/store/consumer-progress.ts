import type { Pool } from 'pg';
import type { ExportConsumer } from '#host/config/files/exports-file.js';
import { batchOf } from '../batch/batch.js';
import type { StagedBatch } from '../sinks/sink.js';
import type { ExportConsumerRow } from './export-consumer.entity.js';

export interface Progress {
  readonly place: string | null;
  /** The number of the last batch that has arrived; 0 if none has. */
  readonly number: number;
  readonly hash: string | null;
  readonly batch: StagedBatch | undefined;
}

/**
 * The durable progress of exports. Each change names the state that it expects: a sender that has lost its lock changes nothing.
 */
export class ConsumerProgress {
  constructor(
    private readonly pool: Pool,
    private readonly consumer: Pick<ExportConsumer, 'name' | 'feed'>,
  ) {}

  async read(): Promise<Progress> {
    const { rows } = await this.pool.query<ExportConsumerRow>({
      name: 'export_progress',
      text: `select name, feed, place, number, hash, batch, batch_place as "batchPlace" from export_consumer where name = $1 and feed = $2`,
      values: this.#key,
    });
    const { place = null, number = 0, hash = null, batch = null, batchPlace = 0 } = rows[0] ?? {};
    const staged = batch === null ? undefined : { ...batchOf(batch), place: Number(batchPlace) };
    return { place, number: Number(number), hash, batch: staged };
  }

  /** Stores a batch before it is sent for the first time, with the place in the feed after it. */
  async stage({ number, text, place }: StagedBatch, feedPlace: string): Promise<void> {
    await this.#change(
      `insert into export_consumer as c (name, feed, number, place, batch, batch_place) values ($1, $2, 0, $4, $5, $6)
       on conflict (name, feed) do update set place = $4, batch = $5, batch_place = $6 where c.number = $3 and c.batch is null`,
      [number - 1, feedPlace, text, place],
    );
  }

  /** Notes that a batch has arrived. */
  async arrived({ number, hash }: StagedBatch): Promise<void> {
    await this.#change(
      `update export_consumer set number = $3, hash = $4, batch = null, batch_place = null
       where name = $1 and feed = $2 and number = $3 - 1 and batch is not null`,
      [number, hash],
    );
  }

  /** Notes a place up to which there is nothing to send. */
  async passed({ number }: Progress, place: string): Promise<void> {
    await this.#change(
      `insert into export_consumer as c (name, feed, number, place) values ($1, $2, 0, $4)
       on conflict (name, feed) do update set place = $4 where c.number = $3 and c.batch is null`,
      [number, place],
    );
  }

  get #key(): [string, string] {
    return [this.consumer.name, this.consumer.feed];
  }

  async #change(text: string, values: readonly unknown[]): Promise<void> {
    const { rowCount } = await this.pool.query(text, [...this.#key, ...values]);
    if (rowCount !== 1) throw new Error(`Another process sends to ${this.consumer.name}`);
  }
}
