import type { Json } from '#kernel/json.js';
import { secretNotSet, type BlockInputs } from '#engine/values/block-inputs.js';
import { mergeHeaders, type HttpMessage } from '../http-message.js';
import { webhookSignature } from './webhook-signature.js';

/** How a delivery is signed and named; with an empty secret it is not signed. `key` is the same for every try. */
interface Delivery {
  readonly secret: string;
  readonly key: string;
  readonly timestampMs: number;
}

/**
 * The secret in a field; empty for none. A name that no secret has would sign with a key that everyone can guess.
 * @throws BlockFailure for such a name
 */
export function readSecret(written: Json | undefined, inputs: BlockInputs): string {
  const secret = inputs.text(written);
  const [, unknown] = secret === written ? (/^\{\{(\w+)\}\}$/.exec(secret) ?? []) : [];
  if (unknown !== undefined) throw secretNotSet(unknown);
  return secret;
}

/** Each try is signed with its own time, so that a receiver does not mistake a late try for a replay. */
export function signedDelivery(message: HttpMessage, { secret, key, timestampMs }: Delivery): HttpMessage {
  const body = message.body ?? '';
  const ours = {
    'X-Delivery-ID': key,
    'X-Webhook-Timestamp': String(timestampMs),
    ...(secret === '' ? {} : { 'X-Webhook-Signature': webhookSignature(secret, timestampMs, body) }),
  };
  return { ...message, body, headers: mergeHeaders({ 'Content-Type': 'application/json', 'Idempotency-Key': key }, message.headers, ours) };
}
