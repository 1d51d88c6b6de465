import type { Response } from 'express';
import { endEarly } from '#edge/answer/early-answer.js';
import { pageHeaders } from '../page/page-headers.js';
import { renderKeyPage, type KeyPageReason } from '../page/render-key-page.js';

const statusOf: Readonly<Record<KeyPageReason, number>> = {
  'no-link': 200,
  'link-expired': 401,
  'link-wrong': 401,
  'too-many-links': 429,
  'key-refused': 401,
  'too-many-keys': 429,
  'nothing-here': 404,
  'session-ended': 401,
  'other-site': 403,
};

/** Sends the page that asks for a key, with the status of the reason. `carried` are fields that the next form sends again. */
export function sendKeyPage(response: Response, reason: KeyPageReason, carried?: ReadonlyMap<string, string>): void {
  const path = response.req.path;
  // Wrong keys and links are counted for each minute.
  if (statusOf[reason] === 429) response.setHeader('Retry-After', 60);
  send(response, statusOf[reason], renderKeyPage(reason, { path, carried }));
}

/** Sends a page. */
export function send(response: Response, status: number, text: string): void {
  // A form that is too large may still be arriving.
  endEarly(response.req, response.setHeaders(pageHeaders).status(status), text);
}

/** Redirects to the page, so that a reload does not send the answer again. */
export function sendOn(response: Response, receipt: string): void {
  response.setHeaders(pageHeaders).setHeader('Location', `?receipt=${receipt}`).status(303).end();
}
