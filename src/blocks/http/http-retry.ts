import { OutboundFailure, type OutboundResponse } from '#world/outbound/outbound-http.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { numberIn } from '#engine/values/coerce.js';
import type { PlannedBlock } from '#engine/graph/plan.js';

/** How often and how patiently a request is repeated. */
export interface HttpRetry {
  readonly retries: number;
  readonly delayMs: number;
  readonly maxDelayMs: number;
}

const most = { retries: 10, delayMs: 30_000, maxDelayMs: 300_000 };

/** What the author asks for, within bounds. */
export function readRetry({ params }: PlannedBlock, inputs: BlockInputs): HttpRetry {
  const count = (field: PlannedBlock['params'][string] | undefined, fallback: number, limit: number): number =>
    Math.min(limit, Math.max(0, Math.floor(numberIn(inputs.text(field)) ?? fallback)));
  return {
    retries: count(params['retries'], 0, most.retries),
    delayMs: count(params['retryDelayMs'], 500, most.delayMs),
    maxDelayMs: count(params['retryMaxDelayMs'], 30_000, most.maxDelayMs),
  };
}

/** A busy or broken server may do better next time; one that refuses will refuse again. */
export function isWorthRepeating(result: OutboundResponse | OutboundFailure): boolean {
  if (result instanceof OutboundFailure) return result.kind === 'timeout' || result.kind === 'network';
  return result.status === 429 || result.status >= 500;
}

/** The pause before a repetition, ms: doubled each time, or what the server asks for, and never above the author's limit. */
export function pauseMs(
  { delayMs, maxDelayMs }: HttpRetry,
  repetition: number,
  result: OutboundResponse | OutboundFailure,
  now: Date,
): number {
  const asked = result instanceof OutboundFailure ? null : retryAfterMs(result.headers['retry-after'], now);
  return Math.min(maxDelayMs, asked ?? delayMs * 2 ** (repetition - 1));
}

/** Servers say it in seconds or as a date. */
function retryAfterMs(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const seconds = numberIn(header);
  const wait = seconds === null ? Date.parse(header) - now.getTime() : seconds * 1_000;
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}
