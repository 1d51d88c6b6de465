import { canWalk, firstAccess, type LogAccess } from './log-access.js';
import { countedMonths, fewRows, type CountedAccess } from './log-counts.js';
import type { LogRows } from './log-rows.js';
import { gatherText, together, walkText, type LogPosition, type LogRequest } from './log-statement.js';
import { logView, type LogRow, type LogView } from './log-view.js';

/** Entries in the order of their page. */
export interface FoundEntries {
  readonly entries: readonly LogView[];
  /** When not all was looked at: what comes behind this place is unknown. */
  readonly until?: LogPosition;
}

/** What a filter leaves of a month: its entries, or the way to walk along when there is too much to read. */
export interface LeftOfMonth {
  readonly found?: FoundEntries | undefined;
  readonly along: LogAccess;
}

interface WalkedRow extends LogRow {
  readonly part: number;
  readonly is_frontier: boolean;
}

interface GatheredRow extends Omit<LogRow, 'id'> {
  readonly part: number;
  readonly visited: number;
  readonly id: string | null;
}

/** What most pages are found in. */
const shortWalk = 1000;
/** The end of patience: the page is given as far as it was found, and the next one goes on from there. */
const longWalk = 25_000;

/** Looks at the nearest rows of each month alone. */
export function findNear(rows: LogRows, request: LogRequest, months: readonly string[]): Promise<readonly FoundEntries[]> {
  return walk(rows, request, months, { access: firstAccess(request.filter), steps: shortWalk });
}

/** Looks as far as patience lasts. */
export async function findAlong(rows: LogRows, request: LogRequest, month: string, access: LogAccess): Promise<FoundEntries> {
  const [found = { entries: [] }] = await walk(rows, request, [month], { access, steps: longWalk });
  return found;
}

/** Reads all rows of each month that one part of the filter leaves, where they are few. */
export async function findFew(rows: LogRows, request: LogRequest, months: readonly string[]): Promise<readonly LeftOfMonth[]> {
  const counted = await countedMonths(rows, request.filter, months);
  const fewest = counted.map((accesses) => accesses.toSorted((one, other) => (one.count ?? 0) - (other.count ?? 0))[0]);
  const found = await gather(rows, request, new Map(months.map((month, index) => [month, fewest[index]])));
  return months.map((month, index) => {
    const along = counted[index]?.map(({ access }) => access).find(canWalk) ?? firstAccess(request.filter);
    return { along, found: fewest[index]?.count === 0 ? { entries: [] } : found.get(month) };
  });
}

/** The entries of the months whose rows are few. */
async function gather(
  rows: LogRows,
  request: LogRequest,
  byMonth: ReadonlyMap<string, CountedAccess | undefined>,
): Promise<ReadonlyMap<string, FoundEntries>> {
  const texts = [...byMonth].flatMap(([month, few]) =>
    few === undefined || few.count === 0 || (few.count ?? 0) >= fewRows
      ? []
      : [{ month, text: gatherText({ ...request, month }, few.access, fewRows) }],
  );
  if (texts.length === 0) return new Map();
  const gathered = await rows.query<GatheredRow>(together(texts.map(({ text }) => text)));
  return new Map(
    texts.flatMap(({ month }, part) => {
      const ofMonth = gathered.filter((row) => row.part === part);
      const isAll = ofMonth.every(({ visited }) => visited < fewRows);
      return isAll ? [[month, { entries: ofMonth.filter((row): row is GatheredRow & LogRow => row.id !== null).map(logView) }]] : [];
    }),
  );
}

async function walk(
  rows: LogRows,
  request: LogRequest,
  months: readonly string[],
  { access, steps }: { readonly access: LogAccess; readonly steps: number },
): Promise<readonly FoundEntries[]> {
  const visits = Math.max(request.limit, Math.ceil(steps / access.valueCount));
  const found = await rows.query<WalkedRow>(together(months.map((month) => walkText({ ...request, month }, access, visits))));
  return months.map((_, part) =>
    walked(
      found.filter((row) => row.part === part),
      request.order,
    ),
  );
}

function walked(found: readonly WalkedRow[], order: LogRequest['order']): FoundEntries {
  const entries = found.filter((row) => !row.is_frontier).map(logView);
  const frontier = found.find((row) => row.is_frontier);
  if (frontier === undefined) return { entries };
  const { startedAt, id } = logView(frontier);
  return { entries: entries.filter((entry) => !isBehind(entry, { startedAt, id }, order)), until: { startedAt, id } };
}

/** Whether one place comes behind another. */
export function isBehind(one: LogPosition, other: LogPosition, order: LogRequest['order']): boolean {
  if (one.startedAt === other.startedAt && one.id === other.id) return false;
  const isLater = one.startedAt === other.startedAt ? one.id > other.id : one.startedAt > other.startedAt;
  return isLater === (order === 'asc');
}
