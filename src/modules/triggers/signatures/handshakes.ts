import { createHmac } from 'node:crypto';
import { isJsonObject, type Json } from '#kernel/json.js';
import { headerOf, type ReceivedRequest } from './signature-check.js';
import { jsonOrNothing } from './signature-timestamp.js';
import { equalInConstantTime } from './signing-keys.js';

/** The answer to a request with which a provider tests an address. It starts no run. */
export interface Handshake {
  readonly status: 200 | 403;
  /** Never HTML: the answer repeats what the sender wrote. */
  readonly type: 'application/json' | 'text/plain';
  readonly body: string;
}

/** What the author of a trigger shares with the provider. */
export interface SharedSecrets {
  /** The secrets that sign deliveries; the first is the current one. */
  readonly signing: readonly string[];
  /** The token with which Meta tests an address. */
  readonly verificationToken: string;
}

type Answer = (request: ReceivedRequest, secrets: SharedSecrets) => Handshake | undefined;

/** Longer challenges are not answered. */
const maxChallenge = 2_048;
/** Larger bodies are no handshakes: each character of a challenge has up to 6 bytes in JSON. */
const largestHandshakeBytes = 16_384;

/** Handshakes that the provider does not sign. They are answered before the signature is checked. */
const unsigned: Readonly<Record<string, Answer>> = {
  meta: subscribe,
  whatsapp: subscribe,
  'microsoft-graph': ({ method, url }) => (method === 'POST' ? text(new URL(url).searchParams.get('validationToken')) : undefined),
  monday: ({ method, body }) => {
    const value = shortJson(body);
    const challenge = fieldOf(value, 'challenge');
    const isHandshake = method === 'POST' && isJsonObject(value) && Object.keys(value).length === 1;
    return isHandshake && isShort(challenge) ? json({ challenge }) : undefined;
  },
  notion: (request) => (notionToken(request) === undefined ? undefined : { status: 200, type: 'application/json', body: '{}' }),
};

/** Handshakes that carry a signature. They are answered after it was checked. */
const signed: Readonly<Record<string, Answer>> = {
  github: (request) => (headerOf(request, 'x-github-event') === 'ping' ? json({ message: 'pong' }) : undefined),
  slack: ({ body }) => {
    const value = shortJson(body);
    const challenge = fieldOf(value, 'challenge');
    return fieldOf(value, 'type') === 'url_verification' && isShort(challenge) ? json({ challenge }) : undefined;
  },
  zoom: ({ body }, { signing: [secret = ''] }) => {
    const value = shortJson(body);
    const payload = isJsonObject(value) && Object.hasOwn(value, 'payload') ? value['payload'] : undefined;
    const plainToken = fieldOf(payload, 'plainToken');
    if (fieldOf(value, 'event') !== 'endpoint.url_validation' || !isShort(plainToken)) return undefined;
    return json({ plainToken, encryptedToken: createHmac('sha256', secret).update(plainToken).digest('hex') });
  },
};

/** The answer to an unsigned handshake of this provider; undefined if the request is none. */
export function unsignedHandshake(provider: string, request: ReceivedRequest, secrets: SharedSecrets): Handshake | undefined {
  return Object.hasOwn(unsigned, provider) ? unsigned[provider]?.(request, secrets) : undefined;
}

/** The answer to a signed handshake of this provider; undefined if the request is none. */
export function signedHandshake(provider: string, request: ReceivedRequest, secrets: SharedSecrets): Handshake | undefined {
  return Object.hasOwn(signed, provider) ? signed[provider]?.(request, secrets) : undefined;
}

/** The token that Notion sends once to a new address, and with which it signs afterwards. */
export function notionToken({ method, body, headers }: ReceivedRequest): string | undefined {
  if (method !== 'POST' || headerOf({ headers }, 'x-notion-signature') !== undefined) return undefined;
  const value = shortJson(body);
  const token = fieldOf(value, 'verification_token');
  return isJsonObject(value) && Object.keys(value).length === 1 && isShort(token) ? token : undefined;
}

function subscribe({ method, url }: ReceivedRequest, { verificationToken }: SharedSecrets): Handshake | undefined {
  const query = new URL(url).searchParams;
  if (method !== 'GET' || query.get('hub.mode') !== 'subscribe') return undefined;
  const isKnown = verificationToken !== '' && equalInConstantTime(query.get('hub.verify_token') ?? '', verificationToken);
  return isKnown ? text(query.get('hub.challenge')) : { status: 403, type: 'text/plain', body: 'Forbidden' };
}

function text(challenge: string | null): Handshake | undefined {
  return isShort(challenge) ? { status: 200, type: 'text/plain', body: challenge } : undefined;
}

function json(value: Json): Handshake {
  return { status: 200, type: 'application/json', body: JSON.stringify(value) };
}

/** The JSON of a body that may be a handshake. Bodies that are not verified are not parsed further. */
function shortJson(body: Buffer): Json | undefined {
  return body.length > largestHandshakeBytes ? undefined : jsonOrNothing(body);
}

function fieldOf(value: Json | undefined, field: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, field) ? value[field] : undefined;
}

function isShort(challenge: Json | undefined): challenge is string {
  return typeof challenge === 'string' && challenge !== '' && challenge.length <= maxChallenge;
}
