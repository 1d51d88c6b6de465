import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#kernel/event.js';
import type { FeedRow } from './event-feed.js';
import { foldWrites } from './fold-writes.js';
import type { Projection } from './projection.js';
import type { Write } from './read-model.js';
import { groupWrites, writeSql } from './write-statement.js';

export type DecodeEvent = (row: FeedRow) => Promise<RecordedEvent>;

export interface ApplyOptions {
  readonly projection: Projection;
  readonly decode: DecodeEvent;
  /** Where a table's rows go: the table itself, or its shadow during a rebuild. */
  readonly tableOf?: (table: string) => string;
}

/**
 * Applies events to the tables of a projection inside the caller's transaction. Events that it cannot digest become dead
 * letters, and it goes on.
 */
export async function applyBatch(client: ClientBase, rows: readonly FeedRow[], options: ApplyOptions): Promise<void> {
  await client.query('savepoint batch');
  try {
    await applyEvents(client, rows, options);
  } catch {
    await client.query('rollback to savepoint batch');
    await applyOneByOne(client, rows, options);
  }
}

async function applyEvents(client: ClientBase, rows: readonly FeedRow[], options: ApplyOptions): Promise<void> {
  const writes: Write[] = [];
  for (const row of rows) {
    const apply = options.projection.handlers.get(row.type);
    if (apply === undefined) continue;
    try {
      writes.push(...apply(await options.decode(row)));
    } catch (error) {
      await bury(client, row, options.projection, error);
    }
  }
  await applyWrites(client, writes, options.tableOf);
}

/** Each event in a savepoint of its own: finds those that the database refuses. */
async function applyOneByOne(client: ClientBase, rows: readonly FeedRow[], options: ApplyOptions): Promise<void> {
  for (const row of rows) {
    await client.query('savepoint one');
    try {
      await applyEvents(client, [row], options);
    } catch (error) {
      await client.query('rollback to savepoint one');
      await bury(client, row, options.projection, error);
    }
  }
}

async function applyWrites(client: ClientBase, writes: readonly Write[], tableOf = (table: string): string => table): Promise<void> {
  for (const group of groupWrites(foldWrites(writes).map((write) => ({ tag: 0, write })))) {
    await client.query(writeSql(group, '$1', { table: tableOf(group.model.table) }), [`[${group.rows.join()}]`]);
  }
}

async function bury(client: ClientBase, row: FeedRow, { name, version }: Projection, error: unknown): Promise<void> {
  await client.query(
    `insert into dead_letter (projection, projection_version, tx, pos, stream_id, version, type, error)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (projection, projection_version, pos) do update set error = excluded.error, at = now()`,
    [name, version, row.tx, row.pos, row.stream_id, row.version, row.type, error instanceof Error ? error.message : String(error)],
  );
}
