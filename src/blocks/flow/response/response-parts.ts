import type { Json } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { Fault } from '../../fields/field.js';
import { keyValueRows } from '../../fields/key-value-rows.js';
import { headerNameFault, headerValueFault, isReserved } from './response-headers.js';

const contentType = 'Content-Type';
/** Proxies and clients refuse a response whose headers are much longer than that: Node from 16 KB on. */
const mostHeaderBytes = 8_192;

/** A status below 200 would announce a further answer, which never comes. */
export function responseStatus(written: number | null): number {
  return written !== null && Number.isInteger(written) && written >= 200 && written <= 599 ? written : 200;
}

/** Reserved headers, whose names only a run knew, are left out. @throws BlockFailure for another header that a workflow must not set */
export function responseHeaders(rows: readonly (readonly [name: string, value: string])[]): Record<string, string> {
  const trimmed = rows.map(([name, value]) => [name.trim(), value] as const).filter(([name]) => !isReserved(name));
  for (const [name, value] of trimmed) {
    const fault = headerNameFault(name) ?? headerValueFault(value);
    if (fault !== null) throw new BlockFailure(`Invalid response header: "${printable(name)}" ${fault}`, { status: 400 });
  }
  const bytes = trimmed.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (bytes > mostHeaderBytes) {
    throw new BlockFailure(`Invalid response headers: they have ${bytes} bytes, and may have ${mostHeaderBytes} together`, { status: 400 });
  }
  const isTyped = trimmed.some(([name]) => name.toLowerCase() === contentType.toLowerCase());
  return Object.fromEntries(isTyped ? trimmed : [[contentType, 'application/json'], ...trimmed]);
}

/** Faults that show before any run. Names and values with references are checked when they are resolved. */
export function headerFaults(written: Json | undefined): readonly Fault[] {
  return keyValueRows(written).flatMap(([name, value]) => {
    const fault = /[<{]/.test(name) ? null : headerNameFault(name.trim());
    if (fault !== null) return [{ what: `"${name}" ${fault}`, code: 'invalid_header' }];
    const hasBreak = typeof value === 'string' && /[\r\n\0]/.test(value);
    return hasBreak ? [{ what: `"${name}" has a line break in its value`, code: 'invalid_header' }] : [];
  });
}

function printable(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, '?').slice(0, 80);
}
