import { dateText } from '../../parts/show/date-text.js';

/** The filters of the list of runs, as the address has them. */
export interface RunFilters {
  readonly level?: 'error' | 'info';
  readonly status?: readonly Status[];
  readonly workflow?: readonly string[];
  readonly trigger?: readonly string[];
  /** A range until now: `1h`, `24h`, `7d`, `30d`. */
  readonly since?: Range;
  /** Local days or times, ISO 8601. */
  readonly from?: string;
  readonly to?: string;
  readonly minMs?: number;
  readonly maxMs?: number;
  readonly minCost?: number;
  readonly model?: string;
  readonly q?: string;
  readonly order?: 'asc';
}

export type Range = '1h' | '24h' | '7d' | '30d';

export const ranges: readonly { readonly value: Range; readonly label: string; readonly ms: number }[] = [
  { value: '1h', label: 'Last hour', ms: 3_600_000 },
  { value: '24h', label: 'Last 24 hours', ms: 24 * 3_600_000 },
  { value: '7d', label: 'Last 7 days', ms: 7 * 24 * 3_600_000 },
  { value: '30d', label: 'Last 30 days', ms: 30 * 24 * 3_600_000 },
];

/** The local day before a time, from its first to its last moment. */
export function dayBefore(now: number): { readonly from: string; readonly to: string } {
  const today = new Date(now).setHours(0, 0, 0, 0);
  const yesterday = new Date(today - 1).setHours(0, 0, 0, 0);
  return { from: new Date(yesterday).toISOString(), to: new Date(today - 1).toISOString() };
}

export const statuses = ['running', 'paused', 'completed', 'failed', 'cancelled'] as const;

export type Status = (typeof statuses)[number];

export const triggers = ['api', 'manual', 'webhook', 'schedule', 'chat', 'workflow'] as const;

type Search = Readonly<Record<string, unknown>>;

/** Reads the filters of an address. What is no filter, or has no meaning, is left out. */
export function filtersFrom(search: Search): RunFilters {
  const since = ranges.find(({ value }) => value === search['since'])?.value;
  return defined<RunFilters>({
    level: oneOf(search['level'], ['error', 'info'] as const),
    status: knownOf(listFrom(search['status'])),
    workflow: listFrom(search['workflow']),
    trigger: listFrom(search['trigger']),
    since,
    from: since === undefined ? timeFrom(search['from']) : undefined,
    to: since === undefined ? timeFrom(search['to']) : undefined,
    minMs: numberFrom(search['minMs']),
    maxMs: numberFrom(search['maxMs']),
    minCost: numberFrom(search['minCost']),
    model: textFrom(search['model']),
    q: textFrom(search['q']),
    order: oneOf(search['order'], ['asc'] as const),
  });
}

/** The same filters as parts of an address. */
export function searchOf(filters: RunFilters): Readonly<Record<string, string>> {
  const entries = Object.entries(filters).flatMap(([name, value]: [string, RunFilters[keyof RunFilters]]) => {
    if (value === undefined) return [];
    return [[name, typeof value === 'object' ? value.join(',') : String(value)] as const];
  });
  return Object.fromEntries(entries);
}

/** What the API is asked for. @param now the end of ranges like "the last hour" */
export function queryOf(filters: RunFilters, now: number): Readonly<Record<string, unknown>> {
  const range = ranges.find(({ value }) => value === filters.since);
  return defined({
    level: filters.level,
    status: filters.status,
    workflowIds: filters.workflow,
    triggers: filters.trigger,
    startDate: range === undefined ? filters.from : new Date(now - range.ms).toISOString(),
    endDate: filters.to,
    minDurationMs: filters.minMs,
    maxDurationMs: filters.maxMs,
    minCost: filters.minCost,
    model: filters.model,
    search: filters.q,
    order: filters.order,
  });
}

/** One chip for each filter: what it says, and the filters without it. */
export interface FilterChip {
  readonly label: string;
  readonly without: RunFilters;
}

export function chipsOf(filters: RunFilters, nameOf: (workflowId: string) => string): readonly FilterChip[] {
  const labels: Partial<Record<keyof RunFilters, string>> = defined({
    level: filters.level && (filters.level === 'error' ? 'Failed' : 'Not failed'),
    since: ranges.find(({ value }) => value === filters.since)?.label,
    from: filters.from && `From ${localTime(filters.from)}`,
    to: filters.to && `Until ${localTime(filters.to)}`,
    minMs: filters.minMs === undefined ? undefined : `At least ${filters.minMs} ms`,
    maxMs: filters.maxMs === undefined ? undefined : `At most ${filters.maxMs} ms`,
    minCost: filters.minCost === undefined ? undefined : `At least $${filters.minCost}`,
    model: filters.model && `Model ${filters.model}`,
    q: filters.q && `“${filters.q}”`,
    order: filters.order && 'Oldest first',
  });
  const single = Object.entries(labels).map(([name, label]) => ({ label, without: { ...filters, [name]: undefined } }));
  const words = {
    workflow: nameOf,
    trigger: (value: string) => `Trigger ${value}`,
    status: (value: string) => value.charAt(0).toUpperCase() + value.slice(1),
  };
  const listed = (['status', 'workflow', 'trigger'] as const).flatMap((name) =>
    (filters[name] ?? []).map((value) => ({
      label: words[name](value),
      without: { ...filters, [name]: (filters[name] ?? []).filter((other) => other !== value) },
    })),
  );
  return [...listed, ...single].map(({ label, without }) => ({ label, without: filtersFrom(searchOf(filtersFrom(without))) }));
}

/** The range of time that the filters leave, for the strip of counts: the last day when they leave all. */
export function rangeOf(filters: RunFilters, now: number): { readonly fromMs: number; readonly toMs: number; readonly label: string } {
  const range = ranges.find(({ value }) => value === filters.since);
  if (range !== undefined) return { fromMs: now - range.ms, toMs: now, label: range.label };
  const toMs = filters.to === undefined ? now : Date.parse(filters.to);
  if (filters.from !== undefined && Date.parse(filters.from) < toMs) {
    return {
      fromMs: Date.parse(filters.from),
      toMs,
      label: `${localTime(filters.from)} – ${filters.to === undefined ? 'now' : localTime(filters.to)}`,
    };
  }
  return {
    fromMs: toMs - 24 * 3_600_000,
    toMs,
    label: filters.to === undefined ? 'Last 24 hours' : `24 hours until ${localTime(filters.to)}`,
  };
}

function knownOf(list: readonly string[] | undefined): readonly Status[] | undefined {
  const known = statuses.filter((status) => list?.includes(status) === true);
  return known.length === 0 ? undefined : known;
}

function localTime(at: string): string {
  return dateText(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });
}

function defined<Shape extends object>(values: { readonly [K in keyof Shape]?: Shape[K] | undefined }): Shape {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Shape;
}

function oneOf<Value>(value: unknown, allowed: readonly Value[]): Value | undefined {
  return allowed.find((each) => each === value);
}

function textFrom(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text;
}

function numberFrom(value: unknown): number | undefined {
  const text = textFrom(value);
  const number = Number(text);
  return text === undefined || !Number.isFinite(number) || number < 0 ? undefined : number;
}

function listFrom(value: unknown): readonly string[] | undefined {
  const list = Array.isArray(value) ? value : (textFrom(value)?.split(',') ?? []);
  const given = [...new Set(list.flatMap((each) => textFrom(each) ?? []))];
  return given.length === 0 ? undefined : given;
}

function timeFrom(value: unknown): string | undefined {
  const text = textFrom(value);
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
