import { Injectable } from '@nestjs/common';
import { Ahead } from './ahead.js';
import type { RowFilter } from './log-filter.js';
import { findAlong, findFew, findNear, isBehind, type FoundEntries, type LeftOfMonth } from './log-month.js';
import { LogRows } from './log-rows.js';
import { edgesStatement, type LogOrder, type LogPosition, type LogRequest } from './log-statement.js';

export interface PageRequest extends Omit<LogRequest, 'filter'> {
  /** A row matches that matches one of them. They share the workspace and the dates. */
  readonly readings: readonly RowFilter[];
}

interface Looks {
  readonly near: Ahead<FoundEntries>;
  readonly few: Ahead<LeftOfMonth>;
  readonly many: number;
}

/** Between which starts the rows of a month lie. */
interface Edges {
  readonly month: string;
  readonly oldest: Date;
  readonly newest: Date;
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
    const months = await this.#months({ ...request, filter: first });
    const found = await Promise.all(readings.map((filter) => this.#through(months, { ...request, filter })));
    return merged(found, request);
  }

  /**
   * A short walk in the order of pages finds them unless they are rare. Then the parts of the filter tell, by their indexes, how many rows they
   * leave, and where they are few these are read. So the work is bounded, whatever the filter is and whatever the database takes for likely.
   */
  async #through(months: readonly Edges[], request: LogRequest): Promise<FoundEntries> {
    const names = months.map(({ month }) => month);
    const near = new Ahead(names, (some) => findNear(this.rows, request, some));
    const few = new Ahead(names, (some) => findFew(this.rows, request, some));
    let page: FoundEntries = { entries: [] };
    for (const [index, month] of months.entries()) {
      if (isFull(page, request, month)) break;
      const found = await this.#inMonth(month.month, request, { near, few, many: monthsToFill(page, request, index) });
      page = merged([page, cutBefore(found, months[index + 1], request.order)], request);
      if (page.until !== undefined) break;
    }
    return page;
  }

  async #inMonth(month: string, request: LogRequest, { near, few, many }: Looks): Promise<FoundEntries> {
    if (!few.hasBegun) {
      const found = await near.of(month, many);
      if (found.until === undefined) return found;
    }
    const { found, along } = await few.of(month, many);
    return found ?? findAlong(this.rows, request, month, along);
  }

  /** Those that can hold what is asked for, in the order in which they begin. */
  async #months(request: LogRequest): Promise<readonly Edges[]> {
    const { filter, order } = request;
    const all = await this.rows.query<Edges>(edgesStatement(await this.rows.months(), filter.workspaceId));
    const first = (edges: Edges): number => firstStart(edges, order).getTime() * (order === 'asc' ? 1 : -1);
    return all.filter((edges) => canHold(edges, request)).toSorted((one, other) => first(one) - first(other));
  }
}

function canHold({ oldest, newest }: Edges, { filter, order, after }: LogRequest): boolean {
  const [from, to] = [oldest.toISOString(), newest.toISOString()];
  if (filter.startDate !== undefined && to < filter.startDate) return false;
  if (filter.endDate !== undefined && from > filter.endDate) return false;
  return after === undefined || (order === 'desc' ? from <= after.startedAt : to >= after.startedAt);
}

function firstStart({ oldest, newest }: Edges, order: LogOrder): Date {
  return order === 'asc' ? oldest : newest;
}

/** How many more months it takes to fill the page, if they hold as much as those before. The first is looked at alone. */
function monthsToFill({ entries }: FoundEntries, { limit }: LogRequest, before: number): number {
  return before === 0 ? 1 : Math.max(1, Math.ceil(((limit - entries.length) * before) / entries.length));
}

function isFull({ entries }: FoundEntries, { limit, order }: LogRequest, next: Edges): boolean {
  const last = entries[limit - 1];
  return last !== undefined && isBehind(firstPlace(next, order), last, order);
}

/** What was found in a part of a month, up to where the next month begins. */
function cutBefore(found: FoundEntries, next: Edges | undefined, order: LogOrder): FoundEntries {
  if (next === undefined || found.until === undefined) return found;
  const place = firstPlace(next, order);
  return isBehind(found.until, place, order) ? { ...found, until: place } : found;
}

/** Right before everything in a month. */
function firstPlace(edges: Edges, order: LogOrder): LogPosition {
  return { startedAt: firstStart(edges, order).toISOString(), id: order === 'asc' ? lowestId : highestId };
}

/** The first `limit` entries of several lists, up to where all of them are known. */
function merged(pages: readonly FoundEntries[], { limit, order }: Pick<LogRequest, 'limit' | 'order'>): FoundEntries {
  const byId = new Map(pages.flatMap(({ entries }) => entries).map((entry) => [entry.id, entry]));
  const sorted = [...byId.values()].toSorted((one, other) => (isBehind(one, other, order) ? 1 : -1));
  const [until] = pages.flatMap((page) => page.until ?? []).toSorted((one, other) => (isBehind(one, other, order) ? 1 : -1));
  if (until === undefined) return { entries: sorted.slice(0, limit) };
  const known = sorted.filter((entry) => !isBehind(entry, until, order));
  return known.length >= limit ? { entries: known.slice(0, limit) } : { entries: known, until };
}
