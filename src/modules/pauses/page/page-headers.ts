import { styleSource } from './style-sheet.js';

const policy = ["default-src 'none'", `style-src ${styleSource}`, "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"];

/** What goes along with every page. Its address may hold a token: it is told to nobody, kept nowhere and found by no search. */
export const pageHeaders = new Map([
  ['Content-Type', 'text/html; charset=utf-8'],
  ['Content-Security-Policy', policy.join('; ')],
  ['Referrer-Policy', 'no-referrer'],
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Robots-Tag', 'noindex, nofollow'],
]);
