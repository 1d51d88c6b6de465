import type { TraceSpan } from '@sluice/client';
import type { SpanThen } from './moments.js';

/** A span as a row of the waterfall. */
export interface SpanRow {
  readonly span: SpanThen;
  readonly depth: number;
  readonly hasChildren: boolean;
  readonly isOpen: boolean;
  /** From the start of the run, ms. */
  readonly startMs: number;
  /** The end of the work; a wait follows until the end. */
  readonly workedUntilMs: number;
  readonly endMs: number;
}

/** The spans in their order, those inside of closed ones left out. */
export function spanRows(spans: readonly SpanThen[], closed: ReadonlySet<string>): readonly SpanRow[] {
  const origin = spans.reduce((least, { startTime }) => Math.min(least, Date.parse(startTime)), Infinity);
  const rows: SpanRow[] = [];
  const waiting = spans.map((span) => ({ span, depth: 0 })).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { span, depth } = next;
    const startMs = Date.parse(span.startTime) - origin;
    const hasChildren = span.children.length > 0;
    const isOpen = hasChildren && !closed.has(span.id);
    const workedUntilMs = startMs + workedMs(span);
    rows.push({ span, depth, hasChildren, isOpen, startMs, workedUntilMs, endMs: workedUntilMs + (span.waitedMs ?? 0) });
    if (isOpen) for (const child of span.children.toReversed()) waiting.push({ span: child, depth: depth + 1 });
  }
  return rows;
}

/** How long a span worked, ms. The duration of a span contains its wait, but ends where the wait began while the block has not ended. */
export function workedMs({ duration, paused, waitedMs = 0 }: Pick<TraceSpan, 'duration' | 'paused' | 'waitedMs'>): number {
  return paused === true ? duration : Math.max(0, duration - waitedMs);
}

/** The steps of a time axis: 1, 2 or 5 times a power of ten, about as many as asked for. */
export function axisSteps(totalMs: number, wanted: number): readonly number[] {
  const rough = Math.max(totalMs, 1) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.floor(totalMs / step) + 1 }, (_, index) => index * step);
}

/** The first span that failed without being handled, as deep as the failure is; else the first one. */
export function spanToShow(spans: readonly TraceSpan[]): TraceSpan | undefined {
  return deepestFailed(spans) ?? spans[0];
}

/** The span with the error that made the run fail: that of the run itself when no block is to blame. */
export function failedSpan(spans: readonly TraceSpan[]): TraceSpan | undefined {
  const failed = deepestFailed(spans);
  return failed?.errorMessage === undefined ? undefined : failed;
}

function deepestFailed(spans: readonly TraceSpan[]): TraceSpan | undefined {
  const failed = spans.find(({ status, errorHandled }) => status === 'error' && errorHandled !== true);
  return failed === undefined ? undefined : (deepestFailed(failed.children) ?? failed);
}

export function spanById<Span extends { readonly id: string; readonly children: readonly Span[] }>(
  spans: readonly Span[],
  id: string,
): Span | undefined {
  const waiting = [...spans];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.id === id) return next;
    waiting.push(...next.children);
  }
  return undefined;
}
