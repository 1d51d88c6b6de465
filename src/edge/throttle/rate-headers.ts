import type { Response } from 'express';
import type { Standing } from './purse.js';

/** Thousands of responses within a minute name the same few moments. */
const texts = new Map<number, string>();
const mostTexts = 100;

/** Tells the caller the state of its bucket. A later call replaces the headers of an earlier one. */
export function setRateHeaders(response: Response, { limit, remaining, resetAtMs }: Standing): void {
  response.setHeader('X-RateLimit-Limit', limit);
  response.setHeader('X-RateLimit-Remaining', Math.max(0, Math.floor(remaining)));
  response.setHeader('X-RateLimit-Reset', resetText(resetAtMs));
}

/** The moment of a reset, as ISO 8601. */
export function resetText(ms: number): string {
  let text = texts.get(ms);
  if (text === undefined) {
    if (texts.size >= mostTexts) texts.clear();
    text = new Date(ms).toISOString();
    texts.set(ms, text);
  }
  return text;
}
