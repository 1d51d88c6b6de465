import type { ClientBase, Pool } from 'pg';
import { buried, writesOf, writesStatement, type DecodeEvent } from './apply-events.js';
import { isRefusal } from '#infrastructure/database/refusal.js';
import { deadLetter } from './dead-letter.js';
import { feedStart, readFeed, type FeedHorizon, type FeedPosition, type FeedRow } from './event-feed.js';
import type { Projection } from './projection.js';
import type { Write } from './read-model.js';

export interface RebuildOptions {
  readonly pool: Pool;
  readonly decode: DecodeEvent;
  readonly batch?: number;
  readonly onProgress?: (events: number) => void;
}

const shadow = (table: string): string => `${table}__next`;

/**
 * Builds a projection anew from the first event, beside the live one, and puts it in its place in one transaction.
 * Readers and writers notice a pause of the length of the last catch-up.
 */
export async function rebuild(projection: Projection, options: RebuildOptions): Promise<{ events: number }> {
  const client = await options.pool.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('rebuild'), hashtext($1))`, [projection.name]);
    await createShadows(client, projection);
    const run = new Replay(client, projection, options);
    await run.to('settled');
    await client.query('begin');
    run.inTransaction = true;
    await lockOutWriters(client, projection);
    await run.to(projection.mode === 'inline' ? 'visible' : 'settled');
    await switchTables(client, projection);
    await setCheckpoint(client, projection, run);
    await client.query('commit');
    return { events: run.events };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
    client.release();
  }
}

class Replay {
  place: FeedPosition = feedStart;
  events = 0;
  inTransaction = false;

  constructor(
    private readonly client: ClientBase,
    private readonly projection: Projection,
    private readonly options: RebuildOptions,
  ) {}

  async to(horizon: FeedHorizon): Promise<void> {
    const limit = this.options.batch ?? 5000;
    const types = [...this.projection.handlers.keys()];
    for (;;) {
      const rows = await readFeed(this.client, { after: this.place, types, limit, horizon });
      const last = rows.at(-1);
      if (last === undefined) return;
      await this.#apply(rows);
      this.place = { tx: last.tx, pos: last.pos };
      this.events += last.passed;
      this.options.onProgress?.(this.events);
    }
  }

  async #apply(rows: readonly FeedRow[]): Promise<void> {
    const { projection, options } = this;
    try {
      await this.#write(await writesOf(projection, rows, options.decode, new Date()));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      for (const row of rows) await this.#applyOne(row);
    }
  }

  /** Finds the events that the database refuses. */
  async #applyOne(row: FeedRow): Promise<void> {
    const { projection, options } = this;
    try {
      await this.#write(await writesOf(projection, [row], options.decode, new Date()));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.#write([buried(projection, row, error, new Date())]);
    }
  }

  /** A savepoint, since a refused statement must not end the transaction of the last catch-up. */
  async #write(writes: readonly Write[]): Promise<void> {
    const { text, values } = writesStatement([{ writes }], (table) => (table === deadLetter.table ? table : shadow(table)));
    if (!this.inTransaction) return void (await this.client.query(text, [...values]));
    await this.client.query('savepoint batch');
    await this.client.query(text, [...values]).catch(async (error: unknown) => {
      await this.client.query('rollback to savepoint batch');
      throw error;
    });
  }
}

async function createShadows(client: ClientBase, { models }: Projection): Promise<void> {
  for (const { table } of models) {
    await client.query(`drop table if exists "${shadow(table)}"`);
    await client.query(`create table "${shadow(table)}" (like "${table}" including all)`);
  }
}

/**
 * An append and a subscription name all their tables in one statement, so whoever waits here has written nothing yet, events
 * and checkpoint included.
 */
async function lockOutWriters(client: ClientBase, { models }: Projection): Promise<void> {
  for (const { table } of models) await client.query(`lock table "${table}" in access exclusive mode`);
}

async function switchTables(client: ClientBase, { models }: Projection): Promise<void> {
  for (const { table } of models) {
    const names = await indexNames(client, table);
    await client.query(`drop table "${table}"`);
    await client.query(`alter table "${shadow(table)}" rename to "${table}"`);
    for (const [shape, name] of await indexNames(client, table)) {
      const former = names.get(shape);
      if (former !== undefined) await client.query(`alter index "${name}" rename to "${former}"`);
    }
  }
}

/** Index names by what they index: a conflict is told to callers by the name of its rule, so names have to survive. */
async function indexNames(client: ClientBase, table: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; shape: string }>(
    `select i.relname as name, regexp_replace(pg_get_indexdef(i.oid), 'INDEX .* USING', 'INDEX USING') as shape
     from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = $1::regclass`,
    [`"${table}"`],
  );
  return new Map(rows.map(({ name, shape }) => [shape, name]));
}

async function setCheckpoint(client: ClientBase, { name, version }: Projection, { place, events }: Replay): Promise<void> {
  await client.query('delete from projection_checkpoint where name = $1', [name]);
  await client.query('insert into projection_checkpoint (name, version, tx, pos, events) values ($1, $2, $3, $4, $5)', [
    name,
    version,
    place.tx,
    place.pos,
    events,
  ]);
}
