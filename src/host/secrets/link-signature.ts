import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Clock } from '#kernel/clock.js';
import { deriveKey } from './derive-key.js';

/** What a signed link lets whoever holds it do, and for how long. */
export interface LinkClaims {
  readonly executionId: string;
  readonly contextId: string;
  /** Who was sent the link; null when it names nobody. */
  readonly email: string | null;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** *malformed*: no token of ours. *tampered*: changed, or signed for another purpose or with another key. */
export type LinkFault = 'malformed' | 'tampered' | 'expired';

const tagCharacters = 43;
const tokens = /^[\w-]{44,4096}$/;

/**
 * Tokens in the links that are sent to people: they prove that this server gave somebody the right to one thing until some time.
 * They are signed, not encrypted, and whoever has one may use it: they are secrets, and belong into no record.
 */
export class LinkSignature {
  /** The first one signs. */
  readonly #keys: readonly [KeyObject, ...KeyObject[]];

  /** Links that were signed with one of `previous` are still good. */
  constructor(
    encryptionKey: string,
    private readonly clock: Clock,
    previous: readonly string[] = [],
  ) {
    this.#keys = [linkKey(encryptionKey), ...previous.map(linkKey)];
  }

  /** A token of letters, digits, `-` and `_`. It is good for one purpose alone. */
  sign({ purpose, executionId, contextId, email, expiresAt }: LinkClaims & { readonly purpose: string }): string {
    const payload = Buffer.from(JSON.stringify([executionId, contextId, email, expiresAt])).toString('base64url');
    return payload + tag(this.#keys[0], purpose, payload);
  }

  /** What a token says, or why it counts for nothing. Nothing of a token is read before its signature has held. */
  verify(token: string, purpose: string): LinkClaims | LinkFault {
    if (!tokens.test(token)) return 'malformed';
    const payload = token.slice(0, -tagCharacters);
    // The tags are compared as text, since the last base64url character of 32 bytes has bits that decoding ignores.
    const given = Buffer.from(token.slice(-tagCharacters));
    if (!this.#keys.some((key) => timingSafeEqual(given, Buffer.from(tag(key, purpose, payload))))) return 'tampered';
    const [executionId, contextId, email, expiresAt] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Payload;
    // Written so that a time that is none has passed.
    return Date.parse(expiresAt) > this.clock.now().getTime() ? { executionId, contextId, email, expiresAt } : 'expired';
  }
}

function linkKey(encryptionKey: string): KeyObject {
  return createSecretKey(deriveKey(encryptionKey, 'link'));
}

/** The length in front keeps the border between purpose and payload where it was. */
function tag(key: KeyObject, purpose: string, payload: string): string {
  return createHmac('sha256', key).update(`${purpose.length}:${purpose}${payload}`).digest('base64url');
}

type Payload = readonly [executionId: string, contextId: string, email: string | null, expiresAt: string];
