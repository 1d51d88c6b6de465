import type { RecordedEvent } from '#kernel/event.js';
import { isPassing } from '#ledger/database/refusal.js';
import type { FeedRow } from './event-feed.js';
import { deadLetter } from './dead-letter.js';
import { foldWrites } from '#ledger/rows/fold-writes.js';
import type { Projection } from '#ledger/rows/projection.js';
import type { Write } from '#ledger/rows/read-model.js';
import { groupWrites, writeSql } from '#ledger/rows/write-statement.js';

/** At once, except for an event with large parts, which have to be looked for; not for those of `unread` fields. */
export type DecodeEvent = (row: FeedRow, unread: readonly string[]) => RecordedEvent | Promise<RecordedEvent>;

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What a projection makes of events. One that it cannot digest becomes a dead letter, and it goes on. */
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

/** Writes that happen only if their guard answers a row. */
export interface GuardedWrites {
  readonly writes: readonly Write[];
  /** A statement that changes something; `bind` makes a parameter of a value. */
  readonly guard?: (bind: (value: unknown) => string) => string;
}

/**
 * All writes as one statement. It answers the number of each part whose guard let it happen. `tableOf` says where the rows of a table
 * go: to the table itself, or to its shadow during a rebuild.
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
      const sql = writeSql(group, bind(`[${group.rows.join()}]`), { table: tableOf(group.model.table), filter });
      steps.push(`w${number}_${index} as (${sql})`);
    }
    answers.push(`select ${number} as part${guard === undefined ? '' : ` from guard${number}`}`);
  }
  return { text: `${steps.length === 0 ? '' : `with ${steps.join(',\n')}\n`}${answers.join(' union all ')}`, values };
}
