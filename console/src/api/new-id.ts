const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A random id. Browsers lack `crypto.randomUUID` on plain HTTP outside of localhost, so it is not used. */
export function newId(length = 16): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => alphabet[byte % alphabet.length]).join('');
}
