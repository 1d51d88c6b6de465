import { styleSource } from './style-sheet.js';

const policy = ["default-src 'none'", `style-src ${styleSource}`, "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"];

/** Headers of every page. Its address may contain a token, so it is sent to no other site, not cached and not indexed. */
export const pageHeaders = new Map([
  ['Content-Type', 'text/html; charset=utf-8'],
  ['Content-Security-Policy', policy.join('; ')],
  ['Referrer-Policy', 'no-referrer'],
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Robots-Tag', 'noindex, nofollow'],
]);
