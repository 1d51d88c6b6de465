import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { deriveKey } from './derive-key.js';

/** Keyed digests of secrets that are only ever compared, such as API keys. Without the encryption key a stolen digest cannot be guessed at. */
export class KeyDigest {
  /** Prepared once: from plain bytes it would be prepared for every digest, at seven times the cost. */
  readonly #pepper: KeyObject;

  /** Digests of one purpose never equal those of another, even of the same value. */
  constructor(encryptionKey: string, purpose: string) {
    this.#pepper = createSecretKey(deriveKey(encryptionKey, `digest/${purpose}`));
  }

  /** HMAC-SHA256 as 64 lower-case hex digits. */
  digest(value: string): string {
    return createHmac('sha256', this.#pepper).update(value).digest('hex');
  }
}
