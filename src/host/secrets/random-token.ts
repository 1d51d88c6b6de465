import { randomBytes, randomInt } from 'node:crypto';

const tokenBytes = 16;

/** Returns a text that no one can guess: 128 random bits as 22 characters of base64url. */
export function randomToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

const secretBytes = 32;

/** Returns the value of a cookie or a link: 256 random bits as 43 characters of base64url. */
export function randomSecret(): string {
  return randomBytes(secretBytes).toString('base64url');
}

const keyBytes = 32;

/** Returns a key for signatures: 256 random bits as base64. */
export function randomKey(): string {
  return randomBytes(keyBytes).toString('base64');
}

/** Six random digits, for people to type. They are guessed quickly: their tries must be counted. */
export function randomCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}
