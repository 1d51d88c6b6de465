import type { Browser, Page } from 'playwright-core';

export interface ThreadFrames {
  readonly perSecond: number;
  /** Work of the main thread in each frame, ms. */
  readonly workMs: readonly number[];
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
}

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** Follows the main thread of a page, frame by frame, while something happens. Being followed costs time too: the figures are upper bounds. */
export async function threadFramesDuring(browser: Browser, page: Page, act: () => Promise<void>): Promise<ThreadFrames> {
  await page.evaluate(`(() => {
    const next = () => { globalThis.frame = requestAnimationFrame(next); };
    next();
  })()`);
  await browser.startTracing(page, { categories });
  await act();
  const trace = await browser.stopTracing();
  await page.evaluate('cancelAnimationFrame(globalThis.frame)');
  return framesOf((JSON.parse(trace.toString('utf8')) as { traceEvents: readonly TraceEvent[] }).traceEvents);
}

/** A frame begins with the first callback for it, and lasts until that of the next frame. */
function framesOf(events: readonly TraceEvent[]): ThreadFrames {
  const callbacks = events.filter(({ name }) => name === 'FireAnimationFrame');
  const threads = Map.groupBy(callbacks, ({ pid, tid }) => `${pid} ${tid}`);
  const [busiest, own = []] = [...threads].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
  const begins = own
    .map(({ ts }) => ts)
    .toSorted((a, b) => a - b)
    .filter((ts, index, all) => index === 0 || ts - (all[index - 1] ?? 0) > leastFrameUs);
  const work = begins.slice(1).map(() => 0);
  for (const { name, pid, tid, ts, dur = 0 } of events) {
    if (name !== 'RunTask' || `${pid} ${tid}` !== busiest) continue;
    // The task of a frame begins before its callbacks.
    const index = begins.findLastIndex((begin) => begin < ts + dur);
    if (index >= 0 && index < work.length) work[index] = (work[index] ?? 0) + dur / 1000;
  }
  const us = (begins.at(-1) ?? 0) - (begins[0] ?? 0);
  return { perSecond: (work.length * 1_000_000) / us, workMs: work };
}

/** Callbacks of one frame follow each other. */
const leastFrameUs = 4000;
