import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '#host/secrets/derive-key.js';
import { invalidField } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';

const tagBytes = 16;
const tagCharacters = 22;

/** Opaque page cursors. They are signed, not encrypted: put positions into them, never secrets. */
export class CursorSignature {
  /** The keys of valid signatures. The first one signs new cursors. */
  readonly #keys: readonly [Buffer, ...Buffer[]];

  /** Cursors that were signed with one of `previous` are still valid. */
  constructor(encryptionKey: string, previous: readonly string[] = []) {
    this.#keys = [deriveKey(encryptionKey, 'cursor'), ...previous.map((key) => deriveKey(key, 'cursor'))];
  }

  /** `scope` names all that must be the same on the next page: route, workspace, filters, order. */
  sealCursor(scope: string, value: Json): string {
    const payload = Buffer.from(JSON.stringify(value)).toString('base64url');
    return payload + tag(this.#keys[0], scope, payload);
  }

  /** @throws DomainError (invalid) for a cursor that was changed, made by hand or issued for another scope. */
  openCursor(scope: string, cursor: string): Json {
    const payload = cursor.slice(0, -tagCharacters);
    // The tags are compared as text, since the last base64url character of 16 bytes has bits that decoding ignores.
    const given = Buffer.from(cursor.slice(-tagCharacters));
    const isGood = this.#keys.some((key) => isSame(given, Buffer.from(tag(key, scope, payload))));
    if (!isGood) throw invalidField('cursor', 'Invalid cursor');
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Json;
  }
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The length prefix fixes the border between scope and payload. */
function tag(key: Buffer, scope: string, payload: string): string {
  const mac = createHmac('sha256', key).update(`${scope.length}:${scope}${payload}`).digest();
  return mac.subarray(0, tagBytes).toString('base64url');
}
