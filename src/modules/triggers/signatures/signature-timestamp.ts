import { isJsonObject, type Json } from '#kernel/json.js';
import { parseJson } from '#edge/body/parse-json.js';
import { headerOf, type HmacCheck, type ReceivedRequest, type TimestampSource } from './signature-check.js';

/** How far the time of a delivery may be from the time of the server, in ms, in both directions. */
export const toleranceMs = 300_000;

/** The largest number of seconds that `any` reads as seconds: larger numbers are ms. */
const maxSeconds = 99_999_999_999;

/** The time of a delivery as it is written, before its signature has been checked. One in the body is read afterwards. */
export function writtenTimestamp(check: HmacCheck, request: ReceivedRequest): string | undefined {
  const place = check.timestamp?.in;
  if (place === undefined || 'body' in place) return undefined;
  if ('header' in place) return headerOf(request, place.header);
  const items = (headerOf(request, check.header) ?? '').split(check.separator ?? ',').map((item) => item.trim());
  const found = items.filter((item) => item.startsWith(place.part));
  return found.length === 1 ? found[0]?.slice(place.part.length) : undefined;
}

/** The time of a delivery in ms; undefined if it has none that can be read. Call it after the signature was checked. */
export function timestampMs(check: HmacCheck, source: TimestampSource, request: ReceivedRequest): number | undefined {
  const written = 'body' in source.in ? textIn(request.body, source.in.body) : writtenTimestamp(check, request);
  return written === undefined ? undefined : inMs(written, source.unit);
}

function inMs(written: string, unit: TimestampSource['unit']): number | undefined {
  if (unit === 'iso') {
    const time = /^\d{4}-\d{2}-\d{2}T/.test(written) ? Date.parse(written) : Number.NaN;
    return Number.isNaN(time) ? undefined : time;
  }
  if (!/^\d{1,15}$/.test(written)) return undefined;
  const value = Number(written);
  return unit === 'ms' || (unit === 'any' && value > maxSeconds) ? value : value * 1000;
}

function textIn(body: Buffer, field: string): string | undefined {
  const value = jsonOrNothing(body);
  if (!isJsonObject(value) || !Object.hasOwn(value, field)) return undefined;
  const found = value[field];
  return typeof found === 'number' || typeof found === 'string' ? String(found) : undefined;
}

/** A body as JSON; undefined if it is none that the server accepts. */
export function jsonOrNothing(body: Buffer): Json | undefined {
  try {
    return parseJson(body, 'anything');
  } catch {
    return undefined;
  }
}
