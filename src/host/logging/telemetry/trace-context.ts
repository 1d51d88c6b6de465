import { createHash } from 'node:crypto';

/** Where the spans of a run belong, by the terms of W3C Trace Context. */
export interface RunTrace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** Of the span of the run, 16 hexadecimal digits. */
  readonly spanId: string;
  /** The span of the caller, if it has sent one. */
  readonly parentSpanId?: string;
  /** Whether the spans are sent to the receiver. */
  readonly isSampled: boolean;
}

const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** A header `traceparent` that can be continued; undefined for others, which the specification tells to ignore. */
export function knownTraceparent(header: string | undefined): string | undefined {
  if (header === undefined || header.length > 128 || !form.test(header)) return undefined;
  return header.startsWith('00-') && header.length !== 55 ? undefined : header;
}

/**
 * The trace of a run. It follows from the id of the run, so that every process that continues the run, and every caller of it, finds the same.
 * @param ratio the part of traces that is sampled where no caller has decided that, from 0 to 1
 */
export function traceOfRun(executionId: string, traceparent: string | undefined, ratio = 1): RunTrace {
  const spanId = spanIdOf(executionId);
  const [, traceId, parentSpanId, flags] = form.exec(knownTraceparent(traceparent) ?? '') ?? [];
  if (traceId !== undefined && parentSpanId !== undefined)
    return { traceId, spanId, parentSpanId, isSampled: (Number.parseInt(flags ?? '0', 16) & 1) === 1 };
  const ownTraceId = digest(`trace ${executionId}`).slice(0, 32);
  return { traceId: ownTraceId, spanId, isSampled: Number.parseInt(ownTraceId.slice(-8), 16) < ratio * 2 ** 32 };
}

/** The id of a span of a run, and of one of its blocks by what tells it from the others. */
export function spanIdOf(executionId: string, part = ''): string {
  return digest(`span ${executionId} ${part}`).slice(0, 16);
}

/** The header that a request of the run carries. */
export function traceparentOf({ traceId, spanId, isSampled }: RunTrace): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
