/** 128 random bits as a text. Browsers lack `crypto.randomUUID` on plain HTTP outside of localhost, so it is not used. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
