import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';

/*
 * What the proofs of the audit log need of cryptography, in a browser: the functions of the file of this name beside the proofs. WebCrypto
 * has them too, but answers later and over TLS alone; these answer at once, so that the rules of verification exist once.
 */

/** The key in DER form. */
export type PublicKey = Uint8Array;

const pemPattern = /-----BEGIN PUBLIC KEY-----([^-]+)-----END PUBLIC KEY-----/;
/** What comes before the 32 bytes of an Ed25519 key in DER form. */
const derStart = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
const derBytes = derStart.length + 32;

/** @throws Error for a text that is no Ed25519 public key, PEM */
export function publicKeyOf(pem: string): PublicKey {
  const key = bytesOf(pemPattern.exec(pem)?.[1]?.replaceAll(/\s/g, '') ?? '');
  if (key.length !== derBytes || derStart.some((byte, index) => key[index] !== byte)) throw new Error('This is not an Ed25519 public key');
  return key;
}

/** Names a public key: the first half of the hash of its DER form, as base64url. */
export function keyIdOf(key: PublicKey): string {
  return base64urlOf(sha256(key).subarray(0, 16));
}

/** Whether an Ed25519 signature, base64url, is that of the text. */
export function isSignatureOf(publicKey: PublicKey, text: string, signature: string): boolean {
  try {
    return ed25519.verify(bytesOf(signature), utf8(text), publicKey.subarray(derStart.length), { zip215: false });
  } catch {
    return false;
  }
}

/** SHA-256 of a text, as base64url. */
export function digestOf(text: string): string {
  return base64urlOf(sha256(utf8(text)));
}

/** SHA-256 of bytes. */
export function digestOfBytes(bytes: Uint8Array): Uint8Array {
  return sha256(bytes);
}

/** The bytes of a text in base64 or base64url; none for another text. */
export function bytesOf(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

export function base64urlOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
