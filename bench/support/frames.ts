import type { CDPSession, Page } from 'playwright-core';
import { quantile, round } from './statistics.js';

export interface Frames {
  readonly perSecond: number;
  readonly p95Ms: number;
  readonly longestMs: number;
  /** Work of the main thread, in ms a frame. */
  readonly workMs: number;
  /** Each frame: its end, by the clock of the page, and its length. */
  readonly all: readonly { readonly endMs: number; readonly ms: number }[];
}

/** What the page draws while something happens. */
export async function framesDuring(page: Page, act: () => Promise<void>): Promise<Frames> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.evaluate(`(() => {
    globalThis.frames = [];
    let last = performance.now();
    const next = (now) => { globalThis.frames.push({ endMs: now, ms: now - last }); last = now; globalThis.frame = requestAnimationFrame(next); };
    globalThis.frame = requestAnimationFrame(next);
  })()`);
  const before = await taskSeconds(session);
  await act();
  const work = (await taskSeconds(session)) - before;
  const frames = (await page.evaluate('(cancelAnimationFrame(globalThis.frame), globalThis.frames.slice(1))')) as Frames['all'];
  await session.detach();
  const lengths = frames.map(({ ms }) => ms);
  const total = lengths.reduce((sum, each) => sum + each, 0);
  return {
    perSecond: round((frames.length * 1000) / total),
    p95Ms: round(quantile(lengths, 0.95), 1),
    longestMs: round(Math.max(...lengths), 1),
    workMs: round((work * 1000) / frames.length, 1),
    all: frames,
  };
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/** From each key to the paint after it, in ms, while keys are pressed. */
export async function keysToPaint(page: Page, press: () => Promise<void>): Promise<readonly number[]> {
  await page.evaluate(`(() => {
    globalThis.paints = [];
    globalThis.onKey = () => {
      const begin = performance.now();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => globalThis.paints.push(performance.now() - begin);
        port2.postMessage(0);
      });
    };
    addEventListener('keydown', globalThis.onKey, true);
  })()`);
  await press();
  await page.waitForTimeout(100);
  return (await page.evaluate("(removeEventListener('keydown', globalThis.onKey, true), globalThis.paints)")) as number[];
}
