import { randomBytes } from 'node:crypto';

const tokenBytes = 16;

/** Returns a text that no one can guess: 128 random bits as 22 characters of base64url. */
export function randomToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

const keyBytes = 32;

/** Returns a key for signatures: 256 random bits as base64. */
export function randomKey(): string {
  return randomBytes(keyBytes).toString('base64');
}
