import { Injectable } from '@nestjs/common';
import { accessById, accesses, canWalk, firstAccess, leftBy, type LogAccess } from './log-access.js';
import { narrowest, narrowingAccesses, type CountedAccess } from './log-counts.js';
import type { RowFilter } from './log-filter.js';
import { monthsAsked, monthsOf, monthsToFill, placeBefore, type Month } from './log-months.js';
import { gather, gatherHalves, isBehind, walk, type FoundEntries } from './log-reads.js';
import { LogRows } from './log-rows.js';
import type { LogOrder, LogPosition, LogRequest } from './log-statement.js';

export interface PageRequest extends Omit<LogRequest, 'filter'> {
  /** A row matches that matches one of them. They share the workspace and the dates. */
  readonly readings: readonly RowFilter[];
}

/** What most pages are found in. */
const shortWalk = 1000;
/** Texts are rare as a rule, and no index tells how rare. */
const textWalk = 300;
/** The end of patience: the page is given as far as it was found, and the next one goes on from there. */
const longWalk = 15_000;
/** When a short walk has found so much of a page, it is worth while to walk on. */
const promising = 0.1;
/** So many rows are read at once, whatever else is wanted of them. */
const fewRows = 500;
/** So many are walked past rather than read. */
const manyRows = 2500;

const undefinedTable = '42P01';

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
      // Between naming the tables of months and reading them one was dropped, since the time of its runs is over: it is named no more.
      if ((error as { code?: unknown }).code !== undefinedTable) throw error;
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

  /** What it takes to find what a short walk does not. It is asked for beside what decides whether it is needed. */
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

  /** All at once, where they may be few and it is cheap to see that they are not. */
  async #few(request: LogRequest, { access, count }: CountedAccess): Promise<FoundEntries | undefined> {
    return access.order === null || (count ?? 0) >= fewRows ? undefined : gather(this.rows, request, access, fewRows);
  }

  /** Goes on from where a page ends: reads so many months at a time as are likely to fill it, up to one that holds too many rows of the access. */
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

/** Texts, and figures beside something else: a short walk is as likely to find too little. */
function isOftenRare(filter: RowFilter): boolean {
  const ways = accesses(filter);
  const isFigure = ways.some(({ order }) => order === 'l.duration_ms' || order === 'l.cost');
  return filter.errorText !== undefined || (isFigure && (ways.length > 1 || filter.model !== undefined));
}

/** How many months are read first. Those of an access in order that was not counted were too many to read all of them. */
function beginning(near: FoundEntries, request: LogRequest, { access, count, months }: CountedAccess & Months): number {
  if (count !== undefined) return (months.length * fewRows) / count;
  return access.order === null ? monthsToFill(months, request, near) : 1;
}

/** How many more rows it takes to find what is missing, if as many of them match as of those that were read. */
function rowsToFill(missing: number, found: number, visited: number): number {
  return found === 0 ? manyRows : Math.min(manyRows, (visited * missing) / found);
}

function farthest(one: LogPosition, other: LogPosition | undefined, order: LogOrder): LogPosition {
  return other === undefined || isBehind(one, other, order) ? one : other;
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
