import type { RecordedEvent } from '#kernel/event.js';
import type { FeedRow } from './event-feed.js';
import { deadLetter } from './dead-letter.js';
import { foldWrites } from './fold-writes.js';
import type { Projection } from './projection.js';
import type { Write } from './read-model.js';
import { groupWrites, writeSql } from './write-statement.js';

export type DecodeEvent = (row: FeedRow) => Promise<RecordedEvent>;

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What a projection makes of events. One that it cannot digest becomes a dead letter, and it goes on. */
export async function writesOf(projection: Projection, rows: readonly FeedRow[], decode: DecodeEvent, now: Date): Promise<Write[]> {
  const writes: Write[] = [];
  for (const row of rows) {
    const apply = projection.handlers.get(row.type);
    if (apply === undefined) continue;
    try {
      writes.push(...apply(await decode(row)));
    } catch (error) {
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

interface StatementOptions {
  /** Where a table's rows go: the table itself, or its shadow during a rebuild. */
  readonly tableOf?: (table: string) => string;
  /** A statement with a row if the writes may happen; its parameters come first. */
  readonly guard?: Statement;
}

/** All writes as one statement. It answers one row if they happened. */
export function writesStatement(writes: readonly Write[], { tableOf = (table) => table, guard }: StatementOptions): Statement {
  const values: unknown[] = [...(guard?.values ?? [])];
  const filter = guard === undefined ? '' : 'exists (select 1 from guard)';
  const parts = groupWrites(foldWrites(writes).map((write) => ({ tag: 0, write }))).map((group, index) => {
    const parameter = `$${values.push(`[${group.rows.join()}]`)}`;
    return `w${index} as (${writeSql(group, parameter, { table: tableOf(group.model.table), filter })})`;
  });
  const all = guard === undefined ? parts : [`guard as (${guard.text})`, ...parts];
  const answer = guard === undefined ? 'select 1' : 'select 1 from guard';
  return { text: all.length === 0 ? answer : `with ${all.join(',\n')}\n${answer}`, values };
}
