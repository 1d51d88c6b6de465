import { canWalk, firstAccess, type LogAccess } from './log-access.js';
import { fewRows, type CountedAccess } from './log-counts.js';
import type { LogRows } from './log-rows.js';
import { collectStatement, walkStatement, type LogPosition, type MonthRequest } from './log-statement.js';
import { logView, type LogRow, type LogView } from './log-view.js';

/** Entries in the order of their page. */
export interface FoundEntries {
  readonly entries: readonly LogView[];
  /** When not all was looked at: what comes behind this place is unknown. */
  readonly until?: LogPosition;
}

/** What most pages are found in. */
const shortWalk = 1000;
/** The end of patience: the page is given as far as it was found, and the next one goes on from there. */
const longWalk = 50_000;

/** Looks at the nearest rows alone. */
export function findNear(rows: LogRows, request: MonthRequest): Promise<FoundEntries> {
  return walk(rows, request, firstAccess(request.filter), shortWalk);
}

/** When it is known how many rows each part of the filter leaves: of few all are read, past many it is walked to those that match. */
export async function findCounted(rows: LogRows, request: MonthRequest, counted: readonly CountedAccess[]): Promise<FoundEntries> {
  const [fewest] = counted.toSorted((one, other) => one.count - other.count);
  if (fewest?.count === 0) return { entries: [] };
  if (fewest !== undefined && fewest.count < fewRows) {
    return { entries: (await rows.query<LogRow>(collectStatement(request, fewest.access, fewRows))).map(logView) };
  }
  return walk(rows, request, counted.map(({ access }) => access).find(canWalk) ?? firstAccess(request.filter), longWalk);
}

async function walk(rows: LogRows, request: MonthRequest, access: LogAccess, steps: number): Promise<FoundEntries> {
  const visits = Math.max(request.limit, Math.ceil(steps / access.valueCount));
  const found = await rows.query<LogRow & { is_frontier: boolean }>(walkStatement(request, access, visits));
  const entries = found.filter((row) => !row.is_frontier).map(logView);
  const frontier = found.find((row) => row.is_frontier);
  if (frontier === undefined) return { entries };
  const { startedAt, id } = logView(frontier);
  return { entries: entries.filter((entry) => !isBehind(entry, { startedAt, id }, request.order)), until: { startedAt, id } };
}

/** Whether one place comes behind another. */
export function isBehind(one: LogPosition, other: LogPosition, order: MonthRequest['order']): boolean {
  if (one.startedAt === other.startedAt && one.id === other.id) return false;
  const isLater = one.startedAt === other.startedAt ? one.id > other.id : one.startedAt > other.startedAt;
  return isLater === (order === 'asc');
}
