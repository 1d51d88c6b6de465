import { createPublicKey, createSecretKey, hash, timingSafeEqual, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { HmacCheck, SignatureCheck } from './signature-check.js';

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** The beginning of an Ed25519 public key in DER, before its 32 bytes. */
const ed25519Header = Buffer.from('302a300506032b6570032100', 'hex');
const publicKeyPrefix = 'whpk_';
/** An HMAC with a prepared key takes a fifth of the time. */
const prepared = new LRUCache<string, KeyObject>({ max: 5_000 });

/** Why a secret cannot be the key of this check; undefined if it can. */
export function secretProblem(check: SignatureCheck, secret: string): string | undefined {
  if (secret === '') return 'must not be empty';
  if (check.kind !== 'hmac' || check.key === 'text') return undefined;
  if (check.key === 'base64') return keyOf(check, secret) === undefined ? 'must be base64' : undefined;
  if (publicKeyOf(secret) !== undefined || keyOf(check, secret) !== undefined) return undefined;
  return 'must be whsec_ and base64, or whpk_ and the base64 of 32 bytes';
}

/** The key of an HMAC; undefined for a secret that is empty or not in the form of the check. */
export function keyOf(check: HmacCheck, secret: string): KeyObject | undefined {
  const name = `${check.key} ${secret}`;
  const kept = prepared.get(name);
  if (kept !== undefined) return kept;
  const bytes = keyBytes(check, secret);
  if (bytes === undefined) return undefined;
  const key = createSecretKey(bytes);
  prepared.set(name, key);
  return key;
}

function keyBytes({ key }: HmacCheck, secret: string): Buffer | undefined {
  if (secret === '') return undefined;
  if (key === 'text') return Buffer.from(secret);
  if (key === 'whsec' && secret.startsWith(publicKeyPrefix)) return undefined;
  const text = key === 'whsec' ? secret.replace(/^whsec_/, '') : secret;
  return base64.test(text) && text !== '' ? Buffer.from(text, 'base64') : undefined;
}

/** The Ed25519 public key of a secret that begins with `whpk_`. */
export function publicKeyOf(secret: string): KeyObject | undefined {
  if (!secret.startsWith(publicKeyPrefix)) return undefined;
  const bytes = Buffer.from(secret.slice(publicKeyPrefix.length), 'base64');
  if (bytes.length !== 32) return undefined;
  return createPublicKey({ key: Buffer.concat([ed25519Header, bytes]), format: 'der', type: 'spki' });
}

/** Compares two texts in a time that depends neither on their contents nor on how much of them is equal. */
export function equalInConstantTime(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
