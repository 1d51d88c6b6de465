import { Injectable } from '@nestjs/common';
import type { RowFilter } from './log-filter.js';
import { canCount, countedAccesses, countStatement, type CountedAccess, type CountRow } from './log-counts.js';
import { findCounted, findNear, isBehind, type FoundEntries } from './log-month.js';
import { LogRows } from './log-rows.js';
import { edgesStatement, type LogOrder, type LogPosition, type MonthRequest } from './log-statement.js';

export interface PageRequest extends Omit<MonthRequest, 'month' | 'filter'> {
  /** A row matches that matches one of them. They share the workspace and the dates. */
  readonly readings: readonly RowFilter[];
}

interface Edge {
  readonly month: string;
  /** No start in the month comes before it. */
  readonly edge: Date;
}

const undefinedTable = '42P01';
const [lowestId, highestId] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/**
 * Pages of the log, found month by month in their order, as far as it takes. A run lies in the month of its id but is listed by its start,
 * which may come later: a month ends a page only if no other month can have a start before what was found.
 */
@Injectable()
export class LogPages {
  constructor(private readonly rows: LogRows) {}

  async find(request: PageRequest): Promise<FoundEntries> {
    try {
      return await this.#find(request);
    } catch (error) {
      // Between naming the months and reading them one of them was dropped, since the time of its runs is over: it is named no more.
      if ((error as { code?: unknown }).code !== undefinedTable) throw error;
      return this.#find(request);
    }
  }

  async #find({ readings, ...request }: PageRequest): Promise<FoundEntries> {
    const [first] = readings;
    if (first === undefined) return { entries: [] };
    const edges = (await this.#edges(first.workspaceId, request.order)).filter(({ edge }) => isWithin(first, request, edge.toISOString()));
    const found = await Promise.all(readings.map((filter) => this.#through(edges, { ...request, filter })));
    return merged(found, request);
  }

  /**
   * A short walk in the order of pages finds them unless they are rare. Then every part of the filter tells, by its index, how many rows it
   * leaves: first in this month, and if that was not enough in more and more others. So the work is bounded, whatever the filter is and
   * whatever the database takes for likely.
   */
  async #through(edges: readonly Edge[], request: Omit<MonthRequest, 'month'>): Promise<FoundEntries> {
    const counts = new MonthCounts(this.rows, request.filter, edges);
    let page: FoundEntries = { entries: [] };
    for (const [index, { month, edge }] of edges.entries()) {
      if (isFull(page, request, edge)) break;
      const found = await this.#inMonth({ ...request, month }, counts);
      page = merged([page, found.until === undefined ? found : cutBefore(found, edges[index + 1], request.order)], request);
      if (page.until !== undefined) break;
    }
    return page;
  }

  async #inMonth(request: MonthRequest, counts: MonthCounts): Promise<FoundEntries> {
    if (!counts.isWorthIt) {
      const near = await findNear(this.rows, request);
      if (near.until === undefined) return near;
    }
    return findCounted(this.rows, request, await counts.of(request.month));
  }

  async #edges(workspaceId: string, order: LogOrder): Promise<readonly Edge[]> {
    const months = await this.rows.months();
    return this.rows.query<Edge>(edgesStatement(months, workspaceId, order));
  }
}

/** Whether a month that begins at `edge`, in the order of the page, can hold what is asked for. */
function isWithin({ startDate, endDate }: RowFilter, { order }: Pick<MonthRequest, 'order'>, edge: string): boolean {
  return order === 'desc' ? startDate === undefined || edge >= startDate : endDate === undefined || edge <= endDate;
}

function isFull({ entries }: FoundEntries, { limit, order }: Pick<MonthRequest, 'limit' | 'order'>, edge: Date): boolean {
  const last = entries[limit - 1];
  return last !== undefined && isBehind(firstPlace(edge, order), last, order);
}

/** What was found in a part of a month, up to where the next month begins. */
function cutBefore(found: FoundEntries, next: Edge | undefined, order: LogOrder): FoundEntries {
  if (next === undefined || found.until === undefined) return found;
  const place = firstPlace(next.edge, order);
  return isBehind(found.until, place, order) ? { ...found, until: place } : found;
}

/** Right before everything that starts at a moment. */
function firstPlace(edge: Date, order: LogOrder): LogPosition {
  return { startedAt: edge.toISOString(), id: order === 'asc' ? lowestId : highestId };
}

/** The first `limit` entries of several lists, up to where all of them are known. */
function merged(pages: readonly FoundEntries[], { limit, order }: Pick<MonthRequest, 'limit' | 'order'>): FoundEntries {
  const byId = new Map(pages.flatMap(({ entries }) => entries).map((entry) => [entry.id, entry]));
  const sorted = [...byId.values()].toSorted((one, other) => (isBehind(one, other, order) ? 1 : -1));
  const [until] = pages.flatMap((page) => page.until ?? []).toSorted((one, other) => (isBehind(one, other, order) ? 1 : -1));
  if (until === undefined) return { entries: sorted.slice(0, limit) };
  const known = sorted.filter((entry) => !isBehind(entry, until, order));
  return known.length >= limit ? { entries: known.slice(0, limit) } : { entries: known, until };
}

/** The counts of the parts of a filter: of the first month that asks, then of more and more months at once. */
class MonthCounts {
  readonly #known = new Map<string, readonly CountedAccess[]>();

  constructor(
    private readonly rows: LogRows,
    private readonly filter: RowFilter,
    private readonly edges: readonly Edge[],
  ) {}

  /** Once it had to be asked, what is looked for is rare. */
  get isWorthIt(): boolean {
    return this.#known.size > 0;
  }

  async of(month: string): Promise<readonly CountedAccess[]> {
    if (!canCount(this.filter)) return [];
    if (!this.#known.has(month)) await this.#ask(month, this.#known.size === 0 ? 1 : this.#known.size * 3);
    return this.#known.get(month) ?? [];
  }

  async #ask(first: string, many: number): Promise<void> {
    const months = this.edges.map(({ month }) => month);
    const wanted = months.slice(months.indexOf(first)).slice(0, many);
    for (const row of await this.rows.query<CountRow>(countStatement(wanted, this.filter))) {
      this.#known.set(row.month, countedAccesses(this.filter, row));
    }
  }
}
