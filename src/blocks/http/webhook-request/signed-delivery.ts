import type { Json } from '#kernel/json.js';
import { secretNotSet, type BlockInputs } from '#engine/values/block-inputs.js';
import { mergeHeaders, type HttpMessage } from '../http-message.js';
import { refused } from '../../fields/field.js';
import { standardHeaders, standardKey, webhookSignature } from './webhook-signature.js';

/** The schemes in which a delivery can be signed. */
export const signatures = ['sluice', 'standard'] as const;
export type Signature = (typeof signatures)[number];

/** How a delivery is signed and named; without secrets it is not signed. `key` is the same for every try. */
interface Delivery {
  readonly signature: Signature;
  readonly secrets: readonly string[];
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

/** The secrets that are set. @throws BlockFailure for one with which the scheme cannot sign */
export function signingSecrets(signature: Signature, secret: string, previousSecret: string): readonly string[] {
  const named = [
    ['secret', secret],
    ['previousSecret', previousSecret],
  ] as const;
  const used = named.filter(([, value]) => value !== '');
  const unfit = signature === 'standard' ? used.find(([, value]) => standardKey(value) === undefined) : undefined;
  if (unfit !== undefined) throw refused(unfit[0], 'must be whsec_ and base64 for the signature "standard"');
  return used.map(([, value]) => value);
}

/** Each try is signed with its own time, so that a receiver does not mistake a late try for a replay. */
export function signedDelivery(message: HttpMessage, delivery: Delivery): HttpMessage {
  const body = message.body ?? '';
  const ours = { 'X-Delivery-ID': delivery.key, ...signatureHeaders(delivery, body) };
  const headers = mergeHeaders({ 'Content-Type': 'application/json', 'Idempotency-Key': delivery.key }, message.headers, ours);
  return { ...message, body, headers };
}

function signatureHeaders({ signature, secrets, key, timestampMs }: Delivery, body: string): Readonly<Record<string, string>> {
  const signed = { secrets, timestampMs, body };
  if (signature === 'standard') return secrets.length === 0 ? {} : standardHeaders(key, signed);
  const time = { 'X-Webhook-Timestamp': String(timestampMs) };
  return secrets.length === 0 ? time : { ...time, 'X-Webhook-Signature': webhookSignature(signed) };
}
