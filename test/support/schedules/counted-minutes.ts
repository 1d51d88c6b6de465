import type { RandomCron } from './random-cron.js';

const minuteMs = 60_000;
const slotMs = 15 * minuteMs;
const dayMs = 86_400_000;

/** How far a zone is ahead of UTC, in ms, from `Intl`; the clocks of a zone change at multiples of 15 minutes of UTC. */
export class ZoneOffsets {
  readonly #format: Intl.DateTimeFormat;
  readonly #known = new Map<number, number>();

  constructor(readonly zone: string) {
    const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
    this.#format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...numeric });
  }

  at(instantMs: number): number {
    const slot = Math.floor(instantMs / slotMs);
    let offset = this.#known.get(slot);
    if (offset === undefined) {
      const parts = Object.fromEntries(this.#format.formatToParts(slot * slotMs).map(({ type, value }) => [type, Number(value)]));
      const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
      offset = Date.UTC(year, month - 1, day, hour, minute, second) - slot * slotMs;
      this.#known.set(slot, offset);
    }
    return offset;
  }

  /** The instants between two others at which the clocks of the zone change. */
  changes(fromMs: number, untilMs: number): readonly number[] {
    const found: number[] = [];
    for (let day = Math.ceil(fromMs / dayMs) * dayMs; day < untilMs; day += dayMs) {
      if (this.at(day) === this.at(day + dayMs)) continue;
      for (let at = day + slotMs; at <= day + dayMs; at += slotMs) if (this.at(at) !== this.at(at - slotMs)) found.push(at);
    }
    return found;
  }
}

/**
 * The times of an expression between two instants, the first excluded, found by looking at every minute. An expression with one minute and
 * one hour fires once on every day that fits: at the change if its time is skipped, at the first of two equal times. Any other one fires whenever
 * the clock of the zone shows a time that fits.
 */
export function countedMinutes(cron: RandomCron, offsets: ZoneOffsets, fromMs: number, untilMs: number): readonly number[] {
  const isFixed = [cron.minute, cron.hour].every(({ written, values }) => values.size === 1 && !/[*/]/.test(written));
  const found: number[] = [];
  // A fixed time may have fired already on the day on which the range begins.
  const seen = new Set<number>();
  const begin = Math.floor(fromMs / minuteMs) * minuteMs;
  for (let at = begin - dayMs; at <= untilMs; at += minuteMs) {
    const local = at + offsets.at(at);
    const day = Math.floor(local / dayMs);
    const skipped = isFixed ? skippedTime(cron, offsets, at) : undefined;
    const isDue = (fits(cron, local) && !(isFixed && seen.has(day))) || (skipped !== undefined && fits(cron, skipped));
    if (!isDue) continue;
    seen.add(day);
    if (at > fromMs) found.push(at);
  }
  return found;
}

/** The fixed time, in ms of local time, if the clock jumps over it at this instant. */
function skippedTime(cron: RandomCron, offsets: ZoneOffsets, at: number): number | undefined {
  const before = at + offsets.at(at - minuteMs);
  const after = at + offsets.at(at);
  if (after <= before) return undefined;
  const [minute = 0] = cron.minute.values;
  const [hour = 0] = cron.hour.values;
  const time = Math.floor(after / dayMs) * dayMs + hour * 60 * minuteMs + minute * minuteMs;
  return time >= before && time < after ? time : undefined;
}

function fits(cron: RandomCron, localMs: number): boolean {
  const local = new Date(localMs);
  if (!cron.minute.values.has(local.getUTCMinutes()) || !cron.hour.values.has(local.getUTCHours())) return false;
  if (!cron.month.values.has(local.getUTCMonth() + 1)) return false;
  const isDay = cron.day.values.has(local.getUTCDate());
  const isWeekday = cron.weekday.values.has(local.getUTCDay());
  if (cron.day.written === '*') return isWeekday;
  return cron.weekday.written === '*' ? isDay : isDay || isWeekday;
}
