import type { RebuildProgress } from '#ledger/projections/rebuild/rebuild-progress.js';

export function thousands(count: number): string {
  return count.toLocaleString('en-US');
}

/** A time in ms for people, in one or two units. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function progressLine({ events, total, elapsedMs, remainingMs }: RebuildProgress): string {
  const percent = total === 0 ? 100 : Math.floor((events / total) * 100);
  const rate = elapsedMs === 0 ? 0 : Math.round((events / elapsedMs) * 1000);
  const left = remainingMs === null ? 'no estimate yet' : `about ${duration(remainingMs)} left`;
  return `${thousands(events)} of ${thousands(total)} events (${percent} %), ${thousands(rate)}/s, ${left}`;
}
