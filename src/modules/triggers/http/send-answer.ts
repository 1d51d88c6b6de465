import type { Response } from 'express';
import type { WebhookAnswer } from '../webhooks/webhook-answer.js';

/** An author may choose HTML, and the page is of the origin of the server: it may run nothing, load nothing and send no form. */
const policy = "sandbox; default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Answers the sender of a delivery. Browsers must not guess another type. */
export function sendAnswer(response: Response, { status, type, headers = {}, body }: WebhookAnswer): void {
  response.status(status).setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Security-Policy', policy);
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}
