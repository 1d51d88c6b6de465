import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './derive-key.js';

const ivBytes = 12;
const tagBytes = 16;

/** An encrypted value cannot be decrypted. The message has one of two reasons and no part of the value. */
export class SecretBoxError extends Error {
  constructor(
    readonly reason: 'tampered' | 'other-key',
    options?: ErrorOptions,
  ) {
    super(
      reason === 'tampered'
        ? 'The sealed value was changed or belongs to another place'
        : 'The value was sealed with another encryption key',
      options,
    );
    this.name = 'SecretBoxError';
  }
}

/** Seals secrets at rest with AES-256-GCM. A sealed value is `<key id>.<base64url of iv, ciphertext and tag>`. */
export class SecretBox {
  /** The prefix of the values that this box encrypts. */
  readonly keyId: string;
  readonly #key: Buffer;
  /** The known keys, by key id. */
  readonly #keys: ReadonlyMap<string, Buffer>;

  /** Seals with `encryptionKey`, and opens what was sealed with it or with one of `previous`. */
  constructor(encryptionKey: string, previous: readonly string[] = []) {
    this.#key = deriveKey(encryptionKey, 'secret-box');
    this.keyId = keyIdOf(encryptionKey);
    this.#keys = new Map([...previous.map((key) => [keyIdOf(key), deriveKey(key, 'secret-box')] as const), [this.keyId, this.#key]]);
  }

  /** The prefixes of the values that this box decrypts. */
  get keyIds(): readonly string[] {
    return [...this.#keys.keys()];
  }

  /** `place` (for example workspace and variable name) is not stored: the value opens only where the same place is named again. */
  encrypt(plaintext: string, place: string): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([iv, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${this.keyId}.${sealed.toString('base64url')}`;
  }

  /** Whether `decrypt` succeeds. */
  opens(sealed: string, place: string): boolean {
    try {
      this.decrypt(sealed, place);
      return true;
    } catch (error) {
      if (error instanceof SecretBoxError) return false;
      throw error;
    }
  }

  /** @throws SecretBoxError when the value was changed, moved to another place, or sealed with a key that is not known. */
  decrypt(sealed: string, place: string): string {
    const [keyId = '', encoded = ''] = sealed.split('.');
    const bytes = Buffer.from(encoded, 'base64url');
    const isCanonical = sealed === `${keyId}.${bytes.toString('base64url')}`;
    if (!isCanonical || bytes.length < ivBytes + tagBytes) throw new SecretBoxError('tampered');
    const key = this.#keys.get(keyId);
    if (key === undefined) throw new SecretBoxError('other-key');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8');
    } catch (cause) {
      throw new SecretBoxError('tampered', { cause });
    }
  }
}

function keyIdOf(encryptionKey: string): string {
  return deriveKey(encryptionKey, 'secret-box/key-id').toString('hex', 0, 4);
}
