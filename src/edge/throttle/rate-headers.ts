import type { Response } from 'express';
import type { Standing } from './purse.js';

let lastMs = Number.NaN;
let lastText = '';

/** Tells the caller how his bucket stands. A later call replaces what an earlier one said. */
export function setRateHeaders(response: Response, { limit, remaining, resetAtMs }: Standing): void {
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', Math.max(0, Math.floor(remaining)));
  response.setHeader('X-RateLimit-Reset', iso(resetAtMs));
}

/** Thousands of answers of a minute name the same moment. */
function iso(ms: number): string {
  if (ms !== lastMs) {
    lastMs = ms;
    lastText = new Date(ms).toISOString();
  }
  return lastText;
}
