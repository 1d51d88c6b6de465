import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { deriveKey } from './derive-key.js';

/** The digests that a secret is found by: the present one, and those under former encryption keys. */
export interface PresentedKey {
  readonly digest: string;
  readonly formerDigests: readonly string[];
}

/** Keyed digests of secrets that are only ever compared, such as API keys. Without the encryption key a stolen digest cannot be brute-forced. */
export class KeyDigest {
  /** Prepared once: from plain bytes they would be prepared for every digest, at seven times the cost. The first is the present one. */
  readonly #peppers: readonly [KeyObject, ...KeyObject[]];

  /** Digests of one purpose never equal those of another, even of the same value. `previous` keys serve to find what was stored earlier. */
  constructor(encryptionKey: string, purpose: string, previous: readonly string[] = []) {
    const pepper = (key: string): KeyObject => createSecretKey(deriveKey(key, `digest/${purpose}`));
    this.#peppers = [pepper(encryptionKey), ...previous.map(pepper)];
  }

  /** HMAC-SHA256 as 64 lower-case hex digits. */
  digest(value: string): string {
    return hmac(this.#peppers[0], value);
  }

  /** The digests under the previous encryption keys; usually there are none. */
  formerDigests(value: string): readonly string[] {
    return this.#peppers.slice(1).map((pepper) => hmac(pepper, value));
  }
}

function hmac(pepper: KeyObject, value: string): string {
  return createHmac('sha256', pepper).update(value).digest('hex');
}
