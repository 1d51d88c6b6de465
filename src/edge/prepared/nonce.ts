import { randomBytes } from 'node:crypto';

/** The nonce of one response, for its content security policy. */
export function newNonce(): string {
  return randomBytes(16).toString('base64');
}
