import type { RecordedEvent } from '#kernel/event.js';
import { isPassing } from '#ledger/database/faults/refusal.js';
import type { FeedRow } from './event-feed.js';
import { deadLetter } from './dead-letter.js';
import { foldWrites } from '#ledger/rows/fold-writes.js';
import type { Projection } from '#ledger/rows/projection.js';
import type { Write } from '#ledger/rows/read-model.js';
import { groupWrites, jsonList, writeSql } from '#ledger/rows/write-statement.js';

/** Returns a promise only for an event with large parts, which are read from the database. The parts of `unread` fields are not read. */
export type DecodeEvent = (row: FeedRow, unread: readonly string[]) => RecordedEvent | Promise<RecordedEvent>;

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The writes of a projection for these events. An event that its handler cannot apply becomes a dead letter. */
export async function writesOf(projection: Projection, rows: readonly FeedRow[], decode: DecodeEvent, now: Date): Promise<Write[]> {
  const writes: Write[] = [];
  for (const row of rows) {
    const handler = projection.handlers.get(row.type);
    if (handler === undefined) continue;
    try {
      const event = decode(row, handler.unread);
      writes.push(...handler.apply(event instanceof Promise ? await event : event));
    } catch (error) {
      // Large parts are read from the database.
      if (isPassing(error)) throw error;
      writes.push(buried(projection, row, error, now));
    }
  }
  return writes;
}

/** The dead letter of an event. */
export function buried({ name, version }: Projection, row: FeedRow, error: unknown, now: Date): Write {
  return deadLetter.put({
    projection: name,
    projectionVersion: version,
    pos: row.pos,
    tx: row.tx,
    streamId: row.stream_id,
    version: row.version,
    type: row.type,
    error: error instanceof Error ? error.message : String(error),
    at: now.toISOString(),
  });
}

/** Writes that happen only if their guard returns a row. */
export interface GuardedWrites {
  readonly writes: readonly Write[];
  /** A statement that changes something; `bind` turns a value into a parameter. */
  readonly guard?: (bind: (value: unknown) => string) => string;
}

/**
 * All writes as one statement. It returns the number of each part whose guard returned a row. `tableOf` names the target of the rows
 * of a table: the table itself, or its shadow during a rebuild.
 */
export function writesStatement(parts: readonly GuardedWrites[], tableOf = (table: string): string => table): Statement {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const steps: string[] = [];
  const answers: string[] = [];
  for (const [number, { writes, guard }] of parts.entries()) {
    if (guard !== undefined) steps.push(`guard${number} as (${guard(bind)})`);
    const filter = guard === undefined ? '' : `exists (select 1 from guard${number})`;
    for (const [index, group] of groupWrites(foldWrites(writes).map((write) => ({ tag: 0, write }))).entries()) {
      const sql = writeSql(group, bind(jsonList(group.rows)), { table: tableOf(group.model.table), filter });
      steps.push(`w${number}_${index} as (${sql})`);
    }
    answers.push(`select ${number} as part${guard === undefined ? '' : ` from guard${number}`}`);
  }
  return { text: `${steps.length === 0 ? '' : `with ${steps.join(',\n')}\n`}${answers.join(' union all ')}`, values };
}
