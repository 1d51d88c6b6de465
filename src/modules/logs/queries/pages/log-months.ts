import { lowestId } from '#ledger/events/run-partitions.js';
import type { LogRows } from './log-rows.js';
import { edgesStatement, type LogOrder, type LogPosition, type LogRequest, type MonthsRange } from './log-statement.js';

/** A month, with the earliest and the latest start of its rows (ISO 8601). */
export interface Month {
  readonly table: string;
  readonly oldest: string;
  readonly newest: string;
}

const [firstId, lastId] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/** The entries of a search, and the place that it has reached. */
interface Looked {
  readonly entries: readonly unknown[];
  readonly until?: LogPosition | undefined;
}

/** The months with runs of a workspace. */
export async function monthsOf(rows: LogRows, workspaceId: string): Promise<readonly Month[]> {
  return rows.read<Month>(edgesStatement(await rows.tables(), workspaceId));
}

/** The months that can contain matches, in the order of the page. */
export function monthsAsked(all: readonly Month[], request: LogRequest): readonly Month[] {
  const months = all.filter((month) => canHold(month, request)).toSorted((one, other) => (one.table < other.table ? -1 : 1));
  return request.order === 'asc' ? months : months.toReversed();
}

function canHold({ oldest, newest }: Month, { filter, order, after }: LogRequest): boolean {
  if (filter.startDate !== undefined && newest < filter.startDate) return false;
  if (filter.endDate !== undefined && oldest > filter.endDate) return false;
  return after === undefined || (order === 'desc' ? oldest <= after.startedAt : newest >= after.startedAt);
}

/** The tables and the ids of these months. The default partition contains rows of any month, so it has no range of ids. */
export function rangeOf(months: readonly Month[]): MonthsRange {
  const tables = months.map(({ table }) => table);
  const begins = tables.map((table) => Date.UTC(Number(table.slice(-6, -2)), Number(table.slice(-2)) - 1));
  if (begins.some(Number.isNaN)) return { tables, ids: undefined };
  const last = new Date(Math.max(...begins));
  const end = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1));
  return { tables, ids: [lowestId(new Date(Math.min(...begins))), lowestId(end)] };
}

/**
 * How many of the months it takes to fill a page if entries lie as densely there as where some were found, and more the fewer these are: few tell
 * little. All when none was found.
 */
export function monthsToFill(months: readonly Month[], { limit, order, after }: LogRequest, { entries, until }: Looked): number {
  const [first] = months;
  if (entries.length === 0 || first === undefined || until === undefined) return months.length;
  const onward = order === 'asc' ? 1 : -1;
  const [from, to] = [Date.parse(after?.startedAt ?? outermost(first, order)), Date.parse(until.startedAt)];
  const perEntry = ((to - from) / entries.length) * (1 + 1 / Math.sqrt(entries.length));
  const end = to + perEntry * (limit - entries.length);
  return months.filter((month) => (end - Date.parse(outermost(month, order))) * onward >= 0).length;
}

/** The place before all rows of these months. A run lies in the month of its id but is listed by its start, which may be later. */
export function placeBefore(months: readonly Month[], order: LogOrder): LogPosition | undefined {
  const starts = months.map((month) => outermost(month, order)).toSorted();
  const first = order === 'asc' ? starts.at(0) : starts.at(-1);
  return first === undefined ? undefined : { startedAt: first, id: order === 'asc' ? firstId : lastId };
}

/** The first start of a month in the order of pages. */
function outermost({ oldest, newest }: Month, order: LogOrder): string {
  return order === 'asc' ? oldest : newest;
}
