import type { LogEntry } from '@sluice/client';
import { ranges, type RunFilters } from '../pages/runs/run-filters.js';

/** Some entries of a list that is read page by page. */
export interface EntryPage {
  readonly entries: readonly LogEntry[];
  readonly cursor: string | null;
}

/** The pages with the present state of the runs that they show. What no longer matches a filter stays where it is read. */
export function updatedPages<Page extends EntryPage>(pages: readonly Page[], changed: readonly LogEntry[]): readonly Page[] {
  const byId = new Map(changed.map((entry) => [entry.id, entry]));
  return pages.map((page) =>
    page.entries.some(({ id }) => byId.has(id)) ? { ...page, entries: page.entries.map((entry) => byId.get(entry.id) ?? entry) } : page,
  );
}

/** The changed runs that match and that the pages do not show, though they are long enough to. */
export function unseenRuns(
  pages: readonly EntryPage[],
  changed: readonly LogEntry[],
  filters: RunFilters,
  now: number,
): readonly LogEntry[] {
  const shown = new Set(pages.flatMap(({ entries }) => entries.map(({ id }) => id)));
  const end = pages.at(-1);
  const last = (end?.cursor ?? null) === null ? undefined : end?.entries.at(-1);
  return changed.filter((entry) => {
    const isWithin = last === undefined || order(filters)(entry, last) < 0;
    return !shown.has(entry.id) && isWithin && isMatch(entry, filters, now);
  });
}

/** The pages with further runs at their places. */
export function withRuns<Page extends EntryPage>(pages: readonly Page[], added: readonly LogEntry[], filters: RunFilters): readonly Page[] {
  const compare = order(filters);
  let waiting = added.toSorted(compare);
  return pages.map((page, index) => {
    const last = page.entries.at(-1);
    const isEnd = index === pages.length - 1;
    const here = waiting.filter((entry) => isEnd || (last !== undefined && compare(entry, last) < 0));
    waiting = waiting.filter((entry) => !here.includes(entry));
    return here.length === 0 ? page : { ...page, entries: [...page.entries, ...here].toSorted(compare) };
  });
}

/** Several changes after each other, each run as it was last. */
export function latestOf(earlier: readonly LogEntry[], later: readonly LogEntry[]): readonly LogEntry[] {
  return [...new Map([...earlier, ...later].map((entry) => [entry.id, entry])).values()];
}

/** Whether the list of these filters has the run: what the API would answer. */
export function isMatch(entry: LogEntry, filters: RunFilters, now: number): boolean {
  const { status, workflow, trigger, level, model } = filters;
  return (
    isOneOf(status, entry.executionData?.status) &&
    isOneOf(workflow, entry.workflowId) &&
    isOneOf(trigger, entry.trigger, entry.triggerSource?.kind, entry.triggerSource?.provider) &&
    (level === undefined || level === entry.level) &&
    (model === undefined || entry.modelsUsed.includes(model)) &&
    isInTime(entry, filters, now) &&
    isInBounds(entry, filters) &&
    hasText(entry, filters.q)
  );
}

function isOneOf(allowed: readonly string[] | undefined, ...values: readonly (string | null | undefined)[]): boolean {
  return allowed === undefined || values.some((value) => typeof value === 'string' && allowed.includes(value));
}

function isInTime({ startedAt }: LogEntry, { since, from, to }: RunFilters, now: number): boolean {
  const at = Date.parse(startedAt);
  const range = ranges.find(({ value }) => value === since);
  const first = range === undefined ? from && Date.parse(from) : now - range.ms;
  return (!first || at >= first) && (to === undefined || at <= Date.parse(to));
}

function isInBounds({ totalDurationMs, cost }: LogEntry, { minMs, maxMs, minCost }: RunFilters): boolean {
  const hasDuration = minMs === undefined && maxMs === undefined;
  const isLong = totalDurationMs !== null && totalDurationMs >= (minMs ?? 0) && totalDurationMs <= (maxMs ?? Infinity);
  return (hasDuration || isLong) && (minCost === undefined || (cost !== null && cost.total >= minCost));
}

function hasText({ executionData, workflow }: LogEntry, text: string | undefined): boolean {
  const wanted = text?.toLowerCase() ?? '';
  return [executionData?.error, workflow?.name].some((where) => (where ?? '').toLowerCase().includes(wanted));
}

/** The order of the list: by start, then by id. */
function order({ order: direction }: RunFilters): (one: LogEntry, other: LogEntry) => number {
  const sign = direction === 'asc' ? 1 : -1;
  return (one, other) => sign * (compared(one.startedAt, other.startedAt) || compared(one.id, other.id));
}

function compared(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
