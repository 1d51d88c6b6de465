import { hash } from 'node:crypto';
import type { RecordedEvent } from '#kernel/event.js';

/** A version 7 UUID that follows from the event, so that an entry that is written down again gets the same one. */
export function entryIdOf({ streamId, position, at }: RecordedEvent): string {
  const moment = Date.parse(at).toString(16).padStart(12, '0');
  const digest = hash('sha256', `${streamId}/${position}`);
  const variant = '89ab'.charAt(Number.parseInt(digest.charAt(3), 16) % 4);
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${digest.slice(0, 3)}-${variant}${digest.slice(4, 7)}-${digest.slice(7, 19)}`;
}
