import { isDeepStrictEqual } from 'node:util';
import { writesOf, writesStatement, type DecodeEvent, type GuardedWrites, type Statement } from './apply-events.js';
import { isAtOrAfter, type FeedPosition, type FeedRow } from './event-feed.js';
import type { Projection } from '#ledger/rows/projection.js';
import type { Write } from '#ledger/rows/read-model.js';

/** The checkpoint of a projection. Its version may be an earlier one, whose rows are fed until the rebuild is done. */
export interface Place extends FeedPosition {
  readonly version: number;
}

/** A projection that has not seen all events yet. */
export interface Behind {
  readonly projection: Projection;
  readonly from: Place;
}

/** The statement that applies events to projections, if their checkpoints are where it expects them. */
export interface Prepared {
  readonly behind: readonly Behind[];
  readonly statement: Statement;
}

interface PrepareOptions {
  /** The number of the process that has the turn of the projections. */
  readonly owner: number;
  readonly decode: DecodeEvent;
  /** Replaces what the projections would write. */
  readonly instead?: readonly Write[] | undefined;
}

/** Applies each of these events to those projections that have not passed it. Nothing is written yet. */
export async function prepare(rows: readonly FeedRow[], behind: readonly Behind[], options: PrepareOptions): Promise<Prepared> {
  const parts: GuardedWrites[] = [];
  for (const each of behind) parts.push(await partOf(rows, each, options));
  return { behind, statement: writesStatement(parts) };
}

/** Whether a statement was prepared for just these projections at just these places. */
export function isFor(prepared: Prepared, behind: readonly Behind[]): boolean {
  return isDeepStrictEqual(placesOf(prepared.behind), placesOf(behind));
}

/** How many events a reader passes with these, those of other types included. */
export function passedBy(rows: readonly FeedRow[]): number {
  return rows[0]?.passed ?? 0;
}

async function partOf(rows: readonly FeedRow[], { projection, from }: Behind, options: PrepareOptions): Promise<GuardedWrites> {
  const { owner, decode, instead } = options;
  const [first, last] = [rows[0], rows.at(-1)] as [FeedRow, FeedRow];
  const news = isAtOrAfter(from, first) ? rows.filter((row) => !isAtOrAfter(from, row)) : rows;
  const writes = instead ?? (await writesOf(projection, news, decode, new Date()));
  return {
    writes,
    guard: (bind) =>
      `update projection_checkpoint set tx = ${bind(last.tx)}, pos = ${bind(last.pos)}, events = events + ${bind(passedBy(rows))}, updated_at = now(), beat_at = now()
       where name = ${bind(projection.name)} and version = ${bind(from.version)} and tx = ${bind(from.tx)} and pos = ${bind(from.pos)}
         and follower = ${bind(owner)}
       returning 1`,
  };
}

function placesOf(behind: readonly Behind[]): readonly unknown[] {
  return behind.map(({ projection, from }) => [projection.name, from.version, from.tx, from.pos]);
}
