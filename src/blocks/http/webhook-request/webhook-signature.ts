import { createHmac } from 'node:crypto';

/**
 * The signature of a delivery: `t=<ms>,v1=<hex>`, where v1 is the HMAC-SHA256 of `<ms>.<body>` in UTF-8. It proves that a holder of
 * `secret` sent `body` at this time. A receiver refuses times that differ too much from its clock.
 */
export function webhookSignature(secret: string, timestampMs: number, body: string): string {
  const digest = createHmac('sha256', secret)
    .update(`${String(timestampMs)}.${body}`)
    .digest('hex');
  return `t=${String(timestampMs)},v1=${digest}`;
}
