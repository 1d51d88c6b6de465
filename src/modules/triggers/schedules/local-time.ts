import { CronDate } from 'croner';
import { cronOf } from './cron-times.js';

/** Which data of time zones this process has. */
export const zoneData = process.versions.tz ?? 'none';

const withoutZone = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)?$/;
const withZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The instant of an ISO 8601 date or time; without a zone it is local to `zone`. Undefined for any other text. */
export function instantOf(text: string, zone: string): Date | undefined {
  if (!isCalendarDate(text.slice(0, 10))) return undefined;
  if (withZone.test(text)) return valid(new Date(text));
  if (!withoutZone.test(text)) return undefined;
  const complete = text.length === 10 ? `${text}T00:00:00` : text;
  return Number.isNaN(Date.parse(`${complete}Z`)) ? undefined : valid(new CronDate(complete, zone).getDate());
}

/** Whether a text is a day of the calendar, as YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The day of an instant in a time zone, as YYYY-MM-DD. */
export function localDate(instant: Date, zone: string): string {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(zone, format);
  }
  return format.format(instant);
}

/** The first instant of the next day in a time zone. */
export function nextMidnight(instant: Date, zone: string): Date {
  const midnight = cronOf('0 0 * * *', zone).nextRun(instant);
  if (midnight === null) throw new Error(`No day follows ${instant.toISOString()} in ${zone}`);
  return midnight;
}

/** The first instant of the day of an instant in a time zone. */
export function startOfDay(instant: Date, zone: string): Date {
  const [midnight] = cronOf('0 0 * * *', zone).previousRuns(1, new Date(instant.getTime() + 1));
  if (midnight === undefined) throw new Error(`No day of ${zone} contains ${instant.toISOString()}`);
  return midnight;
}

function valid(date: Date): Date | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date;
}
