import { createHash } from 'node:crypto';
import { isJsonObject, type Json } from '#kernel/json.js';
import { providerOf } from './providers.js';
import { headerOf, type HmacCheck, type ReceivedRequest, type SignatureCheck, type Source } from './signature-check.js';
import { writtenTimestamp } from './signature-timestamp.js';
import { signedText } from './signed-text.js';
import { decidingCheck } from './verify-signature.js';

/** Headers that identify a delivery, in the order in which they count. */
const idHeaders = [
  'webhook-id',
  'x-webhook-id',
  'x-shopify-webhook-id',
  'x-github-delivery',
  'x-gitlab-event-uuid',
  'x-event-id',
  'x-teams-notification-id',
  'svix-id',
  'linear-delivery',
  'greenhouse-event-id',
  'x-zm-request-id',
  'x-atlassian-webhook-identifier',
  'i-twilio-idempotency-token',
  'idempotency-key',
];
/** Longer keys are replaced by their digest. */
const maxKeyLength = 200;
/** The value of `idempotencyField` for the whole body. */
const wholeBody = '$body';

/** What names a delivery: its request as it arrived, and its body as it was parsed. */
export interface NamedDelivery {
  readonly request: ReceivedRequest;
  readonly parsed: Json;
}

/** The name of the event as the provider states it; undefined if it states none. */
export function eventName(providerName: string, { request, parsed }: NamedDelivery): string | undefined {
  const source = providerOf(providerName)?.event;
  return source === undefined ? undefined : textOf(source, request, parsed);
}

/**
 * The key by which a repeated delivery is recognized; undefined if the delivery has none, since equal bodies may be different events.
 * The field that the author named comes first. Of a body that one of the checks has proved, its signed id follows, because anyone can send
 * it again with other headers; otherwise a header, then the id in the body of the provider.
 */
export function deduplicationKey(
  providerName: string,
  idempotencyField: string,
  delivery: NamedDelivery,
  checks: readonly SignatureCheck[],
): string | undefined {
  const named = idempotencyField === '' ? undefined : fieldKey(idempotencyField, delivery);
  if (named !== undefined) return keyOf(idempotencyField, named);
  const check = decidingCheck(checks, delivery.request);
  if (check?.kind === 'hmac') return signedKey(providerName, check, delivery);
  return headerKey(idHeaders, delivery) ?? bodyKey(providerName, delivery);
}

/** Headers count only for senders whose id is nowhere else: without it, two of their events with one body would be the same event. */
function signedKey(providerName: string, check: HmacCheck, delivery: NamedDelivery): string | undefined {
  const { idHeader } = check;
  const signed = (idHeader === undefined ? undefined : headerKey([idHeader], delivery)) ?? bodyKey(providerName, delivery);
  if (signed !== undefined) return signed;
  const provider = providerOf(providerName);
  if (provider === undefined) return headerKey(idHeaders, delivery);
  if (provider.idHeader !== undefined) return headerKey([provider.idHeader, ...idHeaders], delivery);
  const text = signedText(check, delivery.request, writtenTimestamp(check, delivery.request)) ?? [];
  return keyOf('signed', sha256(Buffer.concat(text.map((part) => Buffer.from(part)))));
}

function headerKey(headers: readonly string[], { request }: NamedDelivery): string | undefined {
  for (const header of headers) {
    const value = headerOf(request, header);
    if (value !== undefined && value !== '') return keyOf(header, value);
  }
  return undefined;
}

function bodyKey(providerName: string, { parsed }: NamedDelivery): string | undefined {
  for (const path of providerOf(providerName)?.ids ?? []) {
    const value = textAt(parsed, path);
    if (value !== undefined) return keyOf(path.join('.'), value);
  }
  return undefined;
}

function fieldKey(field: string, { request, parsed }: NamedDelivery): string | undefined {
  return field === wholeBody ? sha256(request.body) : textAt(parsed, pathOf(field));
}

/** `a.b[0].c`, with or without `$.` before it, as a list of keys. */
function pathOf(field: string): readonly string[] {
  const plain = field.replace(/^\$\./, '').replace(/\[(\d+)\]/g, '.$1');
  return plain.split('.').filter((key) => key !== '');
}

function keyOf(source: string, value: string): string {
  const key = `${source}:${value}`;
  return key.length > maxKeyLength ? `sha256:${sha256(key)}` : key;
}

function sha256(value: string | Buffer): string {
  return createHash('sha256').update(value).digest('hex');
}

function textOf(source: Source, request: NamedDelivery['request'], parsed: Json): string | undefined {
  return 'header' in source ? headerOf(request, source.header) : textAt(parsed, source.body);
}

function textAt(value: Json, path: readonly string[]): string | undefined {
  const found = path.reduce<Json | undefined>(memberOf, value);
  if (typeof found === 'number' || typeof found === 'boolean') return String(found);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return /^\d{1,6}$/.test(key) ? (value as readonly Json[])[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
