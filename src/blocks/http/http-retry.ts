import { OutboundFailure, type OutboundResponse } from '#world/outbound/outbound-http.js';
import { numberIn } from '#engine/values/coerce.js';
import type { AttemptFields } from './attempt-fields.js';

/** How often a request is retried, and the backoff between retries. */
export interface HttpRetry {
  readonly retries: number;
  readonly delayMs: number;
  readonly maxDelayMs: number;
}

export function readRetry({ retries, retryDelayMs: delayMs, retryMaxDelayMs: maxDelayMs }: AttemptFields): HttpRetry {
  return { retries, delayMs, maxDelayMs };
}

/** Whether a retry may succeed: after no answer, and from a busy or broken server. A refusal is final. */
export function isRetryable(result: OutboundResponse | OutboundFailure): boolean {
  if (result instanceof OutboundFailure) return result.kind === 'timeout' || result.kind === 'network';
  return result.status === 429 || result.status >= 500;
}

/** The backoff before a retry in ms: doubled each time, or the `Retry-After` of the server; never above the author's limit. */
export function pauseMs({ delayMs, maxDelayMs }: HttpRetry, retry: number, result: OutboundResponse | OutboundFailure, now: Date): number {
  const asked = result instanceof OutboundFailure ? null : retryAfterMs(result.headers['retry-after'], now);
  return Math.min(maxDelayMs, asked ?? delayMs * 2 ** (retry - 1));
}

/** The header holds seconds or a date. */
function retryAfterMs(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const seconds = numberIn(header);
  const wait = seconds === null ? Date.parse(header) - now.getTime() : seconds * 1_000;
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}
