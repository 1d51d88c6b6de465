import { hkdfSync } from 'node:crypto';

const hexKey = /^[0-9a-f]{64}$/i;

/**
 * A 32-byte key for one purpose, from the 64 hex digits of the encryption key. Different purposes give unrelated keys, so a leaked
 * digest pepper opens no secret. @throws Error when the encryption key is not 64 hex digits; its value is never part of the message.
 */
export function deriveKey(encryptionKey: string, purpose: string): Buffer {
  if (!hexKey.test(encryptionKey)) throw new Error('The encryption key must be 64 hexadecimal digits');
  return Buffer.from(hkdfSync('sha256', Buffer.from(encryptionKey, 'hex'), '', `sluice/${purpose}`, 32));
}
