import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const keyPrefix = 'sk-sluice-';
const keyAlphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 26;
const checksumLength = 6;
const keyLength = keyPrefix.length + randomLength + checksumLength;
const bodyPattern = /^[0-9A-Za-z]{32}$/;
/** The largest multiple of 62 that fits a byte: bytes above it would make the first letters more likely. */
const fairBytes = 248;

/** A new key: `sk-sluice-`, 26 random base62 characters (154 bits), 6 of checksum. The caller shows it once and stores its digest. */
export function generateApiKey(): string {
  let body = keyPrefix;
  while (body.length < keyPrefix.length + randomLength) {
    const byte = randomBytes(1).readUInt8();
    if (byte < fairBytes) body += keyAlphabet.charAt(byte % keyAlphabet.length);
  }
  return body + checksum(body);
}

/** Whether a string has the format of a key. Refuses typing errors and keys of other products without a look-up; the key may still be invalid. */
export function isApiKey(value: string): boolean {
  if (value.length !== keyLength || !value.startsWith(keyPrefix) || !bodyPattern.test(value.slice(keyPrefix.length))) return false;
  return value.endsWith(checksum(value.slice(0, -checksumLength)));
}

/** The part of a key that lists may show. */
export function displayKey(key: string): string {
  return `${keyPrefix}…${key.slice(-4)}`;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  while (digits.length < checksumLength) {
    digits = keyAlphabet.charAt(rest % keyAlphabet.length) + digits;
    rest = Math.floor(rest / keyAlphabet.length);
  }
  return digits;
}
