import { createHash } from 'node:crypto';

/** The signature of a text of reasoning: the same text always has the same one. */
export function signatureOf(reasoning: string): string {
  return createHash('sha256').update(`fake:${reasoning}`).digest('base64');
}
