import { createHmac } from 'node:crypto';

/**
 * Proves to a receiver who knows `secret` that this server sent `body` at this time: `t=<ms>,v1=<hex>`, where v1 is the
 * HMAC-SHA256 of `<ms>.<body>` in UTF-8. A receiver refuses times that are not near its own.
 */
export function webhookSignature(secret: string, timestampMs: number, body: string): string {
  const digest = createHmac('sha256', secret)
    .update(`${String(timestampMs)}.${body}`)
    .digest('hex');
  return `t=${String(timestampMs)},v1=${digest}`;
}
