import type { FigureBucket } from '@sluice/client';

/** The figures of one span of time, also of those in which nothing ran. */
export interface Span {
  readonly atMs: number;
  readonly started: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly p95Ms: number | null;
  readonly costUsd: number;
}

interface Range {
  readonly fromMs: number;
  readonly toMs: number;
  readonly bucket: '5m' | '1h' | '1d';
}

const lengths: Readonly<Record<Range['bucket'], number>> = { '5m': 300_000, '1h': 3_600_000, '1d': 86_400_000 };

/** The range until now in spans that begin at whole hours or days: at most 31. */
export function homeRange(range: '24h' | '7d' | '30d', now: number): Range {
  const bucket = range === '24h' ? '1h' : '1d';
  const count = { '24h': 24, '7d': 7, '30d': 30 }[range];
  const lengthMs = lengths[bucket];
  const toMs = Math.ceil(now / lengthMs) * lengthMs;
  return { fromMs: toMs - count * lengthMs, toMs, bucket };
}

/** Since when runs are counted: later than the range begins if the server counts no earlier ones. */
export function countedFrom({ fromMs }: Range, since: string | undefined): number {
  return since === undefined ? fromMs : Math.max(fromMs, Date.parse(since));
}

/** One span after the other, from the first to the last of the range. */
export function spansOf({ fromMs, toMs, bucket }: Range, buckets: readonly FigureBucket[]): readonly Span[] {
  const known = new Map(buckets.map((each) => [Date.parse(each.at), each]));
  const spans: Span[] = [];
  for (let atMs = fromMs; atMs < toMs; atMs += lengths[bucket]) {
    const { started = 0, completed = 0, failed = 0, cancelled = 0, p95Ms = null, costUsd = 0 } = known.get(atMs) ?? {};
    spans.push({ atMs, started, completed, failed, cancelled, p95Ms, costUsd });
  }
  return spans;
}

/** All spans together. */
export function totalOf(spans: readonly Span[]): Omit<Span, 'atMs' | 'p95Ms'> {
  const sum = (name: 'started' | 'completed' | 'failed' | 'cancelled' | 'costUsd'): number =>
    spans.reduce((total, span) => total + span[name], 0);
  return {
    started: sum('started'),
    completed: sum('completed'),
    failed: sum('failed'),
    cancelled: sum('cancelled'),
    costUsd: sum('costUsd'),
  };
}
