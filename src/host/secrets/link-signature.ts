import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Clock } from '#kernel/clock.js';
import { deriveKey } from './derive-key.js';

/** What the holder of a signed link may do, and until when. */
export interface LinkClaims {
  readonly executionId: string;
  readonly contextId: string;
  /** The recipient of the link; null when the link has none. */
  readonly email: string | null;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** *malformed*: not a token of this server. *tampered*: changed, or signed for another purpose or with another key. */
export type LinkFault = 'malformed' | 'tampered' | 'expired';

const tagCharacters = 43;
const tokens = /^[\w-]{44,4096}$/;

/**
 * Tokens in links that are sent to people: they prove that this server has granted one right until some time.
 * They are signed, not encrypted. The holder of a token may use it, so tokens are secrets and must not be recorded.
 */
export class LinkSignature {
  /** The first one signs. */
  readonly #keys: readonly [KeyObject, ...KeyObject[]];

  /** Links that were signed with one of `previous` remain valid. */
  constructor(
    encryptionKey: string,
    private readonly clock: Clock,
    previous: readonly string[] = [],
  ) {
    this.#keys = [linkKey(encryptionKey), ...previous.map(linkKey)];
  }

  /** A token of letters, digits, `-` and `_`. It is valid for one purpose only. */
  sign({ purpose, executionId, contextId, email, expiresAt }: LinkClaims & { readonly purpose: string }): string {
    const payload = Buffer.from(JSON.stringify([executionId, contextId, email, expiresAt])).toString('base64url');
    return payload + tag(this.#keys[0], purpose, payload);
  }

  /** The content of a token, or why it is invalid. A token is read only after its signature is verified. */
  verify(token: string, purpose: string): LinkClaims | LinkFault {
    if (!tokens.test(token)) return 'malformed';
    const payload = token.slice(0, -tagCharacters);
    // The tags are compared as text, since the last base64url character of 32 bytes has bits that decoding ignores.
    const given = Buffer.from(token.slice(-tagCharacters));
    if (!this.#keys.some((key) => timingSafeEqual(given, Buffer.from(tag(key, purpose, payload))))) return 'tampered';
    const [executionId, contextId, email, expiresAt] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Payload;
    // The comparison treats an invalid time as past.
    return Date.parse(expiresAt) > this.clock.now().getTime() ? { executionId, contextId, email, expiresAt } : 'expired';
  }
}

function linkKey(encryptionKey: string): KeyObject {
  return createSecretKey(deriveKey(encryptionKey, 'link'));
}

/** The length prefix fixes the border between purpose and payload. */
function tag(key: KeyObject, purpose: string, payload: string): string {
  return createHmac('sha256', key).update(`${purpose.length}:${purpose}${payload}`).digest('base64url');
}

type Payload = readonly [executionId: string, contextId: string, email: string | null, expiresAt: string];
