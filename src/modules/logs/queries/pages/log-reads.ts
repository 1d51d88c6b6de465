import type { LogAccess } from './log-access.js';
import { rangeOf, type Month } from './log-months.js';
import type { LogRows } from './log-rows.js';
import { gatherStatement, walkStatement, type LogPosition, type LogRequest, type MonthsRange } from './log-statement.js';
import { logView, type LogRow, type LogView } from '../log-view.js';

/** Entries in the order of their page. */
export interface FoundEntries {
  readonly entries: readonly LogView[];
  /** The place that the search has reached; entries after it are unknown. Absent after a complete search. */
  readonly until?: LogPosition | undefined;
}

interface WalkedRow extends LogRow {
  readonly is_frontier: boolean;
}

interface GatheredRow extends Omit<LogRow, 'id'> {
  readonly visited: number;
  readonly id: string | null;
}

/** Reads an access in the order of the page, at most `steps` rows. */
export async function walk(rows: LogRows, request: LogRequest, access: LogAccess, steps: number): Promise<FoundEntries> {
  const found = await rows.read<WalkedRow>(walkStatement(request, access, Math.max(request.limit, steps)));
  const entries = found.filter((row) => !row.is_frontier).map(logView);
  const frontier = found.find((row) => row.is_frontier);
  if (frontier === undefined) return { entries };
  const { startedAt, id } = logView(frontier);
  return { entries, until: { startedAt, id } };
}

export interface GatheredEntries {
  /** Entries of halves follow each other. */
  readonly entries: readonly LogView[];
  /** The number of rows that were read. */
  readonly visited: number;
}

/** Reads all rows of an access, or its rows in some months. @returns undefined if there are `most` or more */
export async function gather(
  rows: LogRows,
  request: LogRequest,
  access: LogAccess,
  most: number,
  months?: MonthsRange,
): Promise<GatheredEntries | undefined> {
  const found = await rows.read<GatheredRow>(gatherStatement(request, access, most, months));
  const visited = found[0]?.visited ?? 0;
  if (visited >= most) return undefined;
  return { entries: found.filter((row): row is GatheredRow & LogRow => row.id !== null).map(logView), visited };
}

/** Reads the two halves of some months at the same time. @returns undefined when either has `most` rows or more */
export async function gatherHalves(
  rows: LogRows,
  request: LogRequest,
  access: LogAccess,
  most: number,
  months: readonly Month[],
): Promise<GatheredEntries | undefined> {
  const middle = Math.ceil(months.length / 2);
  const halves = [months.slice(0, middle), months.slice(middle)].filter((half) => half.length > 0);
  const read = await Promise.all(halves.map((half) => gather(rows, request, access, most, rangeOf(half))));
  const known = read.filter((half) => half !== undefined);
  if (known.length < halves.length) return undefined;
  return { entries: known.flatMap(({ entries }) => entries), visited: known.reduce((sum, { visited }) => sum + visited, 0) };
}

/** Whether one place is after another in the order. */
export function isBehind(one: LogPosition, other: LogPosition, order: LogRequest['order']): boolean {
  if (one.startedAt === other.startedAt && one.id === other.id) return false;
  const isLater = one.startedAt === other.startedAt ? one.id > other.id : one.startedAt > other.startedAt;
  return isLater === (order === 'asc');
}
