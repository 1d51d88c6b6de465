import type { Json } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { mergeHeaders, type HttpMessage } from '../http-message.js';
import { webhookSignature } from './webhook-signature.js';

/** What a delivery is signed with; an empty secret signs nothing. `key` names it, however often it is sent. */
interface Delivery {
  readonly secret: string;
  readonly key: string;
  readonly timestampMs: number;
}

/**
 * The secret of the field of this name; empty for none. A name that stands for nothing would sign with a key that everybody can guess.
 * @throws BlockFailure for such a name
 */
export function readSecret(name: string, field: Json | undefined, inputs: BlockInputs): string {
  const secret = inputs.text(field);
  const isUnknown = /^\{\{\w+\}\}$/.test(secret) && secret === field;
  if (isUnknown) throw new BlockFailure(`${name}: ${secret} is not the name of a secret of this workspace`, { status: 400 });
  return secret;
}

/** Each try has a signature of its own time, so that a late one is not taken for a replay. */
export function signedDelivery(message: HttpMessage, { secret, key, timestampMs }: Delivery): HttpMessage {
  const body = message.body ?? '';
  const ours = {
    'X-Delivery-ID': key,
    'X-Webhook-Timestamp': String(timestampMs),
    ...(secret === '' ? {} : { 'X-Webhook-Signature': webhookSignature(secret, timestampMs, body) }),
  };
  return { ...message, body, headers: mergeHeaders({ 'Content-Type': 'application/json', 'Idempotency-Key': key }, message.headers, ours) };
}
