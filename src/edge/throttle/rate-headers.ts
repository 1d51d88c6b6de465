import type { Response } from 'express';
import type { Standing } from './purse.js';

let lastMs = Number.NaN;
let lastText = '';

/** Tells the caller the state of its bucket. A later call replaces the headers of an earlier one. */
export function setRateHeaders(response: Response, { limit, remaining, resetAtMs }: Standing): void {
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', Math.max(0, Math.floor(remaining)));
  response.setHeader('X-RateLimit-Reset', iso(resetAtMs));
}

/** Thousands of answers within a minute name the same moment. */
function iso(ms: number): string {
  if (ms !== lastMs) {
    lastMs = ms;
    lastText = new Date(ms).toISOString();
  }
  return lastText;
}
