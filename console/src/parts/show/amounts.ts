import { dateText } from './date-text.js';

/** A number with its unit apart, so that the unit can be muted. */
export interface Amount {
  readonly value: string;
  readonly unit: string;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** `12 ms`, `1.24 s`, `3 m 05 s`, `2 h 10 m`. */
export function durationParts(ms: number): Amount {
  if (Math.round(ms) < 1000) return { value: String(Math.round(ms)), unit: 'ms' };
  if (ms < 9995) return { value: (ms / 1000).toFixed(2), unit: 's' };
  if (Math.round(ms / 100) * 100 < minuteMs) return { value: (ms / 1000).toFixed(1), unit: 's' };
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const [large, small, units] =
    minutes < 60 ? ([minutes, seconds % 60, ['m', 's']] as const) : ([Math.floor(minutes / 60), minutes % 60, ['h', 'm']] as const);
  return { value: `${large} ${units[0]} ${String(small).padStart(2, '0')}`, unit: units[1] };
}

/** Two digits that count: `$1.20`, `$0.0042`. */
export function moneyText(usd: number): string {
  if (usd === 0) return '$0';
  const digits = usd >= 0.1 ? 2 : Math.min(8, 1 - Math.floor(Math.log10(Math.abs(usd))));
  return `$${usd.toFixed(digits)}`;
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 24 * hourMs],
  ['hour', hourMs],
  ['minute', minuteMs],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

/** `3 min. ago`; from a day on the days of the calendar, such as `yesterday`; from a week on the date. */
export function relativeTime(at: number, now: number): string {
  const ms = at - now;
  if (Math.abs(ms) >= 7 * 24 * hourMs) return dateText(at, { day: 'numeric', month: 'short', year: 'numeric' });
  const [unit, size] = steps.find((step) => Math.abs(ms) >= step[1]) ?? ['second', 1000];
  if (unit === 'day') return relative.format(Math.round((midnightBefore(at) - midnightBefore(now)) / size), unit);
  return Math.abs(ms) < 5000 ? 'just now' : relative.format(Math.trunc(ms / size), unit);
}

function midnightBefore(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1024) return `${kilobytes.toFixed(1)} KB`;
  const megabytes = kilobytes / 1024;
  return megabytes < 1024 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
}
