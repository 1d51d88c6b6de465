import type { SpanRow } from './span-rows.js';

/** A time in which nothing worked, drawn shorter than it was. */
export interface Fold {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Where a moment of a run is drawn. */
export interface TimeScale {
  readonly totalMs: number;
  readonly folds: readonly Fold[];
  /** How long the run waited in the queue before it began, at the left end; 0: it did not. */
  readonly queuedMs: number;
  /** Moments before the start of the run are in the queue. The part of the width that is left of the moment, 0 to 1. */
  readonly place: (ms: number) => number;
}

/** A fold takes this part of the time that is drawn in full. */
const foldPart = 0.08;
/** What is shorter is drawn as it was. */
const shortestFoldMs = 2000;
/** The queue takes at most this part of the time that is drawn of the run. */
const mostQueuePart = 0.15;

/**
 * A linear scale, in which long times without work are folded: a run that waited three days for a person still shows its blocks.
 * A fold ends where an answer came into the queue, whose time is folded apart.
 */
export function timeScale(rows: readonly SpanRow[], queuedMs = 0, answersQueuedMs: ReadonlyMap<string, number> = new Map()): TimeScale {
  const totalMs = rows.reduce((most, { endMs }) => Math.max(most, endMs), 1);
  const answered = rows.flatMap(({ span: { id }, endMs }) => (answersQueuedMs.has(id) ? endMs - (answersQueuedMs.get(id) ?? 0) : []));
  const idle = idleTimes(rows, totalMs).flatMap((fold) => splitAt(fold, answered));
  const busyMs = totalMs - idle.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  const foldMs = Math.max(busyMs, shortestFoldMs / 10) * foldPart;
  const folds = idle.filter(({ fromMs, toMs }) => toMs - fromMs >= Math.max(shortestFoldMs, 4 * foldMs));
  const cut = (ms: number): number =>
    folds.reduce((left, { fromMs, toMs }) => {
      if (ms <= fromMs) return left;
      const passed = Math.min(ms, toMs) - fromMs;
      return left - passed + (passed / (toMs - fromMs)) * foldMs;
    }, ms);
  const drawnMs = Math.max(1, cut(totalMs));
  const queueMs = Math.min(queuedMs, drawnMs * mostQueuePart);
  const drawn = (ms: number): number => (ms < 0 ? (queuedMs === 0 ? 0 : (ms / queuedMs) * queueMs) : cut(Math.min(ms, totalMs)));
  return { totalMs, folds, queuedMs, place: (ms) => Math.min(1, Math.max(0, (drawn(ms) + queueMs) / (drawnMs + queueMs))) };
}

/** Times in which no block worked, in their order. */
function idleTimes(rows: readonly SpanRow[], totalMs: number): readonly Fold[] {
  const works = rows.filter(({ span }) => span.children.length === 0).map(workOf);
  const idle: Fold[] = [];
  let untilMs = 0;
  for (const { fromMs, toMs } of works.toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (fromMs > untilMs) idle.push({ fromMs: untilMs, toMs: fromMs });
    untilMs = Math.max(untilMs, toMs);
  }
  return untilMs < totalMs && works.length > 0 ? [...idle, { fromMs: untilMs, toMs: totalMs }] : idle;
}

/** The bar of a span begins with its work and ends with its wait. */
function workOf({ startMs, workedUntilMs }: SpanRow): Fold {
  return { fromMs: startMs, toMs: workedUntilMs };
}

function splitAt({ fromMs, toMs }: Fold, moments: readonly number[]): readonly Fold[] {
  const inside = moments.filter((ms) => ms > fromMs && ms < toMs).toSorted((a, b) => a - b);
  return [...inside, toMs].map((end, index) => ({ fromMs: inside[index - 1] ?? fromMs, toMs: end }));
}
