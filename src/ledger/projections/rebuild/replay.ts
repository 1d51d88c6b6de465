import type { ClientBase, Pool } from 'pg';
import { isLastingRefusal } from '#ledger/database/faults/refusal.js';
import { buried, writesOf, writesStatement, type DecodeEvent } from '../apply-events.js';
import { copyRows } from './copy-rows.js';
import { deadLetter } from '../dead-letter.js';
import { readFeed, type FeedHorizon, type FeedRow } from '../event-feed.js';
import { foldWrites } from '#ledger/rows/fold-writes.js';
import type { Projection } from '#ledger/rows/projection.js';
import type { Write } from '#ledger/rows/read-model.js';
import type { RebuildPlace } from './rebuild-progress.js';
import { shadowOf } from './shadow-tables.js';

/** The name under which dead letters of a rebuild lie until it is done. */
export const nextName = (name: string): string => `${name}__next`;

/** After so many copies that the database refused, the replay stops using `COPY`. */
const mostRefusedCopies = 3;

interface ReplayOptions {
  readonly pool: Pool;
  readonly decode: DecodeEvent;
  readonly batch: number;
  readonly onProgress: (place: RebuildPlace) => void;
  readonly signal: AbortSignal | undefined;
}

/** Applies events to shadows. The rows of a batch and the place that it reaches become durable together. */
export class Replay {
  /** Within a transaction each statement has a savepoint, so that a refused one does not end the transaction. */
  isInTransaction = false;
  readonly #next: Projection;
  #refusedCopies = 0;

  constructor(
    private readonly client: ClientBase,
    private readonly projection: Projection,
    private readonly options: ReplayOptions,
    private place: RebuildPlace,
  ) {
    this.#next = { ...projection, name: nextName(projection.name) };
  }

  get reached(): RebuildPlace {
    return this.place;
  }

  /** Applies all events up to the horizon. While one batch is written the next one is read, except in a transaction. */
  async to(horizon: FeedHorizon): Promise<void> {
    let rows = await this.#read(this.place, horizon);
    for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
      this.options.signal?.throwIfAborted();
      const reached = { tx: last.tx, pos: last.pos, events: this.place.events + last.passed };
      const next = this.isInTransaction ? undefined : this.#read(reached, horizon);
      // Awaited below; a failure to write is reported first.
      next?.catch(() => undefined);
      await this.#apply(rows, reached);
      this.options.onProgress(reached);
      rows = await (next ?? this.#read(reached, horizon));
    }
  }

  #read(after: RebuildPlace, horizon: FeedHorizon): Promise<FeedRow[]> {
    const source = this.isInTransaction ? this.client : this.options.pool;
    return readFeed(source, { after, types: [...this.projection.handlers.keys()], limit: this.options.batch, horizon });
  }

  async #apply(rows: readonly FeedRow[], reached: RebuildPlace): Promise<void> {
    try {
      const writes = foldWrites(await this.#writes(rows));
      if (!(await this.#copy(writes, reached))) await this.#write(writes, reached);
    } catch (error) {
      if (!isLastingRefusal(error)) throw error;
      const { events } = this.place;
      for (const row of rows) await this.#applyOne(row, { tx: row.tx, pos: row.pos, events });
      await this.#write([], reached);
    }
  }

  /** Finds the events that the database refuses. */
  async #applyOne(row: FeedRow, reached: RebuildPlace): Promise<void> {
    try {
      await this.#write(await this.#writes([row]), reached);
    } catch (error) {
      if (!isLastingRefusal(error)) throw error;
      await this.#write([buried(this.#next, row, error, new Date())], reached);
    }
  }

  #writes(rows: readonly FeedRow[]): Promise<Write[]> {
    return writesOf(this.#next, rows, this.options.decode, new Date());
  }

  /** The quick way for rows that are new, as nearly all of a rebuild are. @returns whether that is done */
  async #copy(writes: readonly Write[], reached: RebuildPlace): Promise<boolean> {
    const news = Map.groupBy(writes.filter(isNew), ({ model }) => model);
    if (this.isInTransaction || news.size === 0 || this.#refusedCopies >= mostRefusedCopies) return false;
    const { place } = this;
    await this.client.query('begin');
    try {
      for (const [{ table, columns }, added] of news)
        await copyRows(
          this.client,
          shadowOf(table),
          columns,
          added.map(({ row }) => row),
        );
      await this.#write(
        writes.filter((write) => !isNew(write)),
        reached,
      );
      await this.client.query('commit');
      return true;
    } catch (error) {
      this.place = place;
      await this.client.query('rollback').catch(() => undefined);
      if (!isLastingRefusal(error)) throw error;
      this.#refusedCopies += 1;
      return false;
    }
  }

  async #write(writes: readonly Write[], reached: RebuildPlace): Promise<void> {
    const { name, version } = this.projection;
    const { place } = this;
    const guard = (bind: (value: unknown) => string): string =>
      `update projection_rebuild set tx = ${bind(reached.tx)}, pos = ${bind(reached.pos)}, events = ${bind(reached.events)}, updated_at = clock_timestamp()
       where name = ${bind(name)} and version = ${bind(version)} and tx = ${bind(place.tx)} and pos = ${bind(place.pos)} returning 1`;
    const { text, values } = writesStatement([{ writes, guard }], (table) => (table === deadLetter.table ? table : shadowOf(table)));
    const moved = this.isInTransaction ? await this.#guarded(text, values) : (await this.client.query(text, [...values])).rowCount;
    if (moved !== 1) throw new Error(`Another process has begun to rebuild ${name}`);
    this.place = reached;
  }

  async #guarded(text: string, values: readonly unknown[]): Promise<number | null> {
    await this.client.query('savepoint batch');
    try {
      return (await this.client.query(text, [...values])).rowCount;
    } catch (error) {
      await this.client.query('rollback to savepoint batch');
      throw error;
    }
  }
}

/** Whether it makes a row, as far as can be told without looking. */
function isNew({ model, operation }: Write): boolean {
  return (operation === 'put' || operation === 'add') && model.table !== deadLetter.table;
}
