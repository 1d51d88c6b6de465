import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'sk-sluice-';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 26;
const CHECKSUM_LENGTH = 6;
const KEY_LENGTH = PREFIX.length + RANDOM_LENGTH + CHECKSUM_LENGTH;
const BODY = /^[0-9A-Za-z]{32}$/;
/** The largest multiple of 62 that fits a byte: bytes above it would make the first letters more likely. */
const FAIR_BYTES = 248;

/** A new key: `sk-sluice-`, 26 random base62 characters (154 bits), 6 of checksum. The caller shows it once and stores its digest. */
export function generateApiKey(): string {
  let body = PREFIX;
  while (body.length < PREFIX.length + RANDOM_LENGTH) {
    const byte = randomBytes(1).readUInt8();
    if (byte < FAIR_BYTES) body += ALPHABET.charAt(byte % ALPHABET.length);
  }
  return body + checksum(body);
}

/** Whether a string has the format of a key. Refuses typing errors and keys of other products without a look-up; the key may still be invalid. */
export function isApiKey(value: string): boolean {
  if (value.length !== KEY_LENGTH || !value.startsWith(PREFIX) || !BODY.test(value.slice(PREFIX.length))) return false;
  return value.endsWith(checksum(value.slice(0, -CHECKSUM_LENGTH)));
}

/** The part of a key that lists may show. */
export function displayKey(key: string): string {
  return `${PREFIX}…${key.slice(-4)}`;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  while (digits.length < CHECKSUM_LENGTH) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
