import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The strong entity tag of a content. */
export function entityTag(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url')}"`;
}

/**
 * Whether `If-None-Match` names the tag, so that the answer is 304. `Cache-Control: no-cache` asks caches to ask the server, which this
 * request does; it has no effect here.
 */
export function isKnown({ 'if-none-match': given }: IncomingHttpHeaders, tag: string): boolean {
  const known = given?.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return known !== undefined && (known.includes('*') || known.includes(tag.replace(/^W\//, '')));
}
