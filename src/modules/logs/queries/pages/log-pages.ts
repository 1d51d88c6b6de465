import { Injectable } from '@nestjs/common';
import { hasState, sqlState } from '#ledger/database/faults/sqlstate.js';
import { accessById, accesses, canWalk, firstAccess, leftBy, type LogAccess } from './log-access.js';
import { narrowest, narrowingAccesses, type CountedAccess } from './log-counts.js';
import type { RowFilter } from './log-filter.js';
import { monthsAsked, monthsOf, monthsToFill, placeBefore, type Month } from './log-months.js';
import { gather, gatherHalves, isBehind, walk, type FoundEntries } from './log-reads.js';
import { LogRows } from './log-rows.js';
import type { LogOrder, LogPosition, LogRequest } from './log-statement.js';

export interface PageRequest extends Omit<LogRequest, 'filter'> {
  /** A row must match one of them. They share the workspace and the dates. */
  readonly readings: readonly RowFilter[];
}

/** The steps of the first walk, in which most pages are found. */
const shortWalk = 1000;
/** The same for a text: texts are usually rare, and no index knows how rare. */
const textWalk = 300;
/** The steps of the last walk. The page then contains what was found, and the next page continues there. */
const longWalk = 15_000;
/** If a short walk has found this part of a page, a long walk continues. */
const promising = 0.1;
/** Up to this many rows are read at once and filtered. */
const fewRows = 500;
/** From this many rows of one month on, a walk replaces reading them. */
const manyRows = 2500;

interface Months {
  readonly months: readonly Month[];
}

interface Preparation {
  readonly months: Promise<readonly Month[]>;
  readonly narrow: Promise<readonly LogAccess[] | undefined>;
  readonly fewest: Promise<CountedAccess | undefined>;
}

/** Pages of the log. */
@Injectable()
export class LogPages {
  constructor(private readonly rows: LogRows) {}

  async find({ readings, ...request }: PageRequest): Promise<FoundEntries> {
    const search = (): Promise<FoundEntries[]> => Promise.all(readings.map((filter) => this.#search({ ...request, filter })));
    const found = await search().catch((error: unknown) => {
      // Retention has dropped a month after its table was listed. The second search does not list it.
      if (!hasState(error, sqlState.undefinedTable)) throw error;
      return search();
    });
    return merged(found, request);
  }

  /**
   * A short walk in the order of pages finds them unless they are rare. Then the parts of the filter tell, by their indexes, how many rows they
   * leave, and where they are few these are read. So the work is bounded, whatever the filter is and whatever the database takes for likely.
   */
  async #search(request: LogRequest): Promise<FoundEntries> {
    const { filter, limit } = request;
    const one = accessById(filter);
    if (one !== undefined) return (await gather(this.rows, request, one, fewRows)) ?? { entries: [] };
    const first = firstAccess(filter);
    const isText = filter.errorText !== undefined;
    const ahead = isOftenRare(filter) ? this.#prepare(filter) : undefined;
    const near = await walk(this.rows, request, first, isText ? textWalk : shortWalk);
    if (near.until === undefined) return near;
    if (near.entries.length >= limit * promising) return this.#onward(near, request, first);
    return this.#rare(near, request, first, ahead ?? this.#prepare(filter));
  }

  /** Starts the queries that a rare filter needs, while the short walk decides whether they are needed. */
  #prepare(filter: RowFilter): Preparation {
    const months = monthsOf(this.rows, filter.workspaceId);
    const narrow = narrowingAccesses(this.rows, filter);
    const fewest = narrow.then((ways) => ways && narrowest(this.rows, filter, ways));
    for (const asked of [months, narrow, fewest]) asked.catch(() => undefined);
    return { months, narrow, fewest };
  }

  async #rare(near: FoundEntries, request: LogRequest, first: LogAccess, preparation: Preparation): Promise<FoundEntries> {
    const { filter, limit } = request;
    const narrow = await preparation.narrow;
    if (narrow === undefined) return { entries: [] };
    const settling = narrow.find((access) => canWalk(access) && leftBy(filter, access).length === 0);
    if (settling !== undefined) return walk(this.rows, request, settling, limit);
    const fewest = await preparation.fewest;
    const way = narrow.find(canWalk) ?? first;
    if (fewest === undefined) return this.#onward(near, request, way);
    const all = await this.#few(request, fewest);
    if (all !== undefined) return all;
    const asked = monthsAsked(await preparation.months, { ...request, after: near.until });
    return this.#onward(await this.#byMonths(near, request, { ...fewest, months: asked }), request, way);
  }

  /** Reads all rows at once, if they may be few and it is cheap to find out. */
  async #few(request: LogRequest, { access, count }: CountedAccess): Promise<FoundEntries | undefined> {
    return access.order === null || (count ?? 0) >= fewRows ? undefined : gather(this.rows, request, access, fewRows);
  }

  /** Continues a page: reads as many months at a time as are likely to fill it, up to a month with too many rows of the access. */
  async #byMonths(near: FoundEntries, request: LogRequest, counted: CountedAccess & Months): Promise<FoundEntries> {
    const { access, months } = counted;
    const behindNear = { ...request, after: near.until };
    let [page, read, visited, entries] = [near, 0, 0, near.entries];
    let size = beginning(near, request, counted);
    while (page.until !== undefined && read < months.length) {
      const slice = months.slice(read, read + Math.max(1, Math.floor(size)));
      const found = await gatherHalves(this.rows, behindNear, access, manyRows, slice);
      if (found === undefined && slice.length === 1) break;
      if (found === undefined) {
        size = slice.length / 4;
        continue;
      }
      read += slice.length;
      visited += found.visited;
      entries = [...entries, ...found.entries];
      size = (rowsToFill(request.limit - entries.length, entries.length - near.entries.length, visited) * read) / visited;
      const place = placeBefore(months.slice(read), request.order);
      page = merged([{ entries, until: place && farthest(place, near.until, request.order) }], request);
    }
    return page;
  }

  async #onward(page: FoundEntries, request: LogRequest, access: LogAccess): Promise<FoundEntries> {
    const { entries, until } = page;
    if (until === undefined) return page;
    const further = await walk(this.rows, { ...request, after: until, limit: request.limit - entries.length }, access, longWalk);
    return { ...further, entries: [...entries, ...further.entries] };
  }
}

/** Texts, and figures combined with another filter: a short walk often finds too little. */
function isOftenRare(filter: RowFilter): boolean {
  const ways = accesses(filter);
  const isFigure = ways.some(({ order }) => order === 'l.duration_ms' || order === 'l.cost');
  return filter.errorText !== undefined || (isFigure && (ways.length > 1 || filter.model !== undefined));
}

/** How many months are read first. An ordered access that was not counted has too many rows to read all months. */
function beginning(near: FoundEntries, request: LogRequest, { access, count, months }: CountedAccess & Months): number {
  if (count !== undefined) return (months.length * fewRows) / count;
  return access.order === null ? monthsToFill(months, request, near) : 1;
}

/** The estimated number of rows to read for the missing entries, if as many rows match as before. */
function rowsToFill(missing: number, found: number, visited: number): number {
  return found === 0 ? manyRows : Math.min(manyRows, (visited * missing) / found);
}

function farthest(one: LogPosition, other: LogPosition | undefined, order: LogOrder): LogPosition {
  return other === undefined || isBehind(one, other, order) ? one : other;
}

/** The first `limit` entries of several lists, up to the place to which all lists are complete. */
function merged(pages: readonly FoundEntries[], { limit, order }: Pick<LogRequest, 'limit' | 'order'>): FoundEntries {
  const byId = new Map(pages.flatMap(({ entries }) => entries).map((entry) => [entry.id, entry]));
  const sorted = [...byId.values()].toSorted((one, other) => (isBehind(one, other, order) ? 1 : -1));
  const [until] = pages.flatMap((page) => page.until ?? []).toSorted((one, other) => (isBehind(one, other, order) ? 1 : -1));
  if (until === undefined) return { entries: sorted.slice(0, limit) };
  const known = sorted.filter((entry) => !isBehind(entry, until, order));
  return known.length >= limit ? { entries: known.slice(0, limit) } : { entries: known, until };
}
