import type { Response } from 'express';
import type { Standing } from './purse.js';

let lastMs = Number.NaN;
let lastText = '';

/** Sets the headers that show the state of the bucket. A later call replaces earlier values. */
export function setRateHeaders(response: Response, { limit, remaining, resetAtMs }: Standing): void {
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', Math.max(0, Math.floor(remaining)));
  response.setHeader('X-RateLimit-Reset', iso(resetAtMs));
}

/** Cached: thousands of answers in a minute have the same reset time. */
function iso(ms: number): string {
  if (ms !== lastMs) {
    lastMs = ms;
    lastText = new Date(ms).toISOString();
  }
  return lastText;
}
