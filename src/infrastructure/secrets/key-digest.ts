import { createHmac } from 'node:crypto';
import { deriveKey } from './derive-key.js';

/** Keyed digests of secrets that are only ever compared, such as API keys. Without the encryption key a stolen digest cannot be guessed at. */
export class KeyDigest {
  readonly #pepper: Buffer;

  /** Digests of one purpose never equal those of another, even of the same value. */
  constructor(encryptionKey: string, purpose: string) {
    this.#pepper = deriveKey(encryptionKey, `digest/${purpose}`);
  }

  /** HMAC-SHA256 as 64 lower-case hex digits. */
  digest(value: string): string {
    return createHmac('sha256', this.#pepper).update(value).digest('hex');
  }
}
