import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const bitsOfLetter = 5;
const secretBytes = 20;
const stepMs = 30_000;
const digits = 6;
/** Clocks of phones differ, and people take their time. */
const stepsAside = [0, -1, 1];

/** A new secret for an authenticator app, in base32. */
export function newCodeSecret(): string {
  return base32(randomBytes(secretBytes));
}

/** The code of RFC 6238 that an app shows in a step: HMAC-SHA1, six digits. */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/** The number of the half minute since 1970 that a moment is in. */
export function stepAt(ms: number): number {
  return Math.floor(ms / stepMs);
}

/** The step whose code it is: the one of this moment, or one beside it. Undefined: none of them. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  return stepsAside
    .map((aside) => stepAt(nowMs) + aside)
    .find((step) => timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code)));
}

/** A code for people who have lost their phone: 80 random bits, in groups that can be typed. */
export function newRecoveryCode(): string {
  const letters = base32(randomBytes(10)).toLowerCase();
  return letters.replaceAll(/.{4}(?=.)/g, '$&-');
}

/** What is stored of a recovery code. It is too long to be guessed, so the digest needs no key and stays when the encryption key changes. */
export function recoveryCodeDigest(code: string): string {
  const letters = code.toLowerCase().replaceAll(/[^a-z2-7]/g, '');
  return createHash('sha256').update(letters).digest('hex');
}

function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => alphabet.charAt(Number.parseInt(group.padEnd(bitsOfLetter, '0'), 2))).join('');
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(bitsOfLetter, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
