import { createHmac } from 'node:crypto';

/** How a delivery is signed. The first secret is the current one; a receiver may know any of them. */
interface Signed {
  readonly secrets: readonly string[];
  readonly timestampMs: number;
  readonly body: string;
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * The signature of a delivery: `t=<ms>,v1=<hex>`, where v1 is the HMAC-SHA256 of `<ms>.<body>` in UTF-8, once for each secret. It proves that a
 * holder of a secret sent `body` at this time. A receiver refuses times that differ too much from its clock.
 */
export function webhookSignature({ secrets, timestampMs, body }: Signed): string {
  const digests = secrets.map((secret) => createHmac('sha256', secret).update(`${timestampMs}.${body}`).digest('hex'));
  return [`t=${timestampMs}`, ...digests.map((digest) => `v1=${digest}`)].join(',');
}

/** The headers of Standard Webhooks: id, time in seconds, and a signature for each secret. The keys are those of `standardKey`. */
export function standardHeaders(id: string, { secrets, timestampMs, body }: Signed): Readonly<Record<string, string>> {
  const seconds = Math.floor(timestampMs / 1000);
  const signatures = secrets.map((secret) => {
    const key = standardKey(secret) ?? Buffer.alloc(0);
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') };
}

/** The key in a secret of Standard Webhooks, `whsec_` and base64; undefined for any other text. */
export function standardKey(secret: string): Buffer | undefined {
  const text = secret.replace(/^whsec_/, '');
  return text === '' || !base64.test(text) ? undefined : Buffer.from(text, 'base64');
}
