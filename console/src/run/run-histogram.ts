import type { FigureBucket } from '@sluice/client';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The runs that started within one span of time. */
export interface Column {
  readonly fromMs: number;
  readonly toMs: number;
  readonly started: number;
  readonly failed: number;
}

/** How a range of time is divided: into columns, which are sums of the spans of a summary. */
export interface Division {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
  readonly bucket: '5m' | '1h' | '1d';
}

const steps = [
  5 * minuteMs,
  10 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  dayMs,
  7 * dayMs,
];
const mostColumns = 60;
/** Spans that one summary has at most. */
const mostDays = 900;

/** The division with the most columns that can still be told apart. Columns begin at whole steps of UTC. */
export function divisionOf(fromMs: number, toMs: number): Division {
  const rangeMs = Math.max(minuteMs, Math.min(toMs - fromMs, mostDays * dayMs));
  const stepMs = steps.find((step) => rangeMs / step <= mostColumns) ?? Math.ceil(rangeMs / mostColumns / dayMs) * dayMs;
  const bucket = stepMs < hourMs ? '5m' : stepMs < dayMs ? '1h' : '1d';
  const start = Math.floor((toMs - rangeMs) / stepMs) * stepMs;
  return { fromMs: start, toMs: Math.ceil(toMs / stepMs) * stepMs, stepMs, bucket };
}

/** All columns of a division in their order, also those without runs. */
export function columnsOf({ fromMs, toMs, stepMs }: Division, buckets: readonly FigureBucket[]): readonly Column[] {
  const columns = Array.from({ length: Math.ceil((toMs - fromMs) / stepMs) }, (_, index) => ({
    fromMs: fromMs + index * stepMs,
    toMs: fromMs + (index + 1) * stepMs,
    started: 0,
    failed: 0,
  }));
  for (const { at, started, failed } of buckets) {
    const column = columns[Math.floor((Date.parse(at) - fromMs) / stepMs)];
    if (column === undefined) continue;
    column.started += started;
    column.failed += failed;
  }
  return columns;
}
