import type { RecordedEvent } from '#kernel/event.js';

/**
 * A version 7 UUID that follows from the event: its moment, its place in its stream, and what is random in the id of the stream. An entry that
 * is written down again gets the same one.
 */
export function entryIdOf({ streamId, position, at }: Pick<RecordedEvent, 'streamId' | 'position' | 'at'>): string {
  const moment = Date.parse(at).toString(16).padStart(12, '0');
  const place = (position % 4096).toString(16).padStart(3, '0');
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${place}-${streamId.slice(19)}`;
}
