import type { Response } from 'express';
import type { WebhookAnswer } from '../webhooks/webhook-answer.js';

/** Answers the sender of a delivery. Browsers must not guess another type. */
export function sendAnswer(response: Response, { status, type, headers = {}, body }: WebhookAnswer): void {
  response.status(status).setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}
