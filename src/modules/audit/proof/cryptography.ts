import { createPublicKey, hash, verify, type KeyObject } from 'node:crypto';

/*
 * What proofs need of cryptography. The rest of this room is plain code: the console puts a file with the same functions in the place of
 * this one, so that a browser verifies by the same rules.
 */

export type PublicKey = KeyObject;

/** @throws Error for a text that is no public key, PEM */
export function publicKeyOf(pem: string): PublicKey {
  return createPublicKey(pem);
}

/** Names a public key: the first half of the hash of its DER form, as base64url. */
export function keyIdOf(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return hash('sha256', publicKey.export({ type: 'spki', format: 'der' }), 'buffer')
    .subarray(0, 16)
    .toString('base64url');
}

/** Whether an Ed25519 signature, base64url, is that of the text. */
export function isSignatureOf(publicKey: PublicKey, text: string, signature: string): boolean {
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url'));
}

/** SHA-256 of a text, as base64url. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** SHA-256 of bytes. */
export function digestOfBytes(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}

export function bytesOf(base64url: string): Uint8Array {
  return Buffer.from(base64url, 'base64url');
}

export function base64urlOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');
}
