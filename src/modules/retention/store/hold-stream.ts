import { createHash } from 'node:crypto';
import type { StreamRef } from '#kernel/stream.js';
import { holdStream, type HoldEvent } from '../domain/hold.events.js';

/** The stream of the hold of a run. Its id is derived from the id of the run; it stays when the run is deleted. */
export function holdStreamOf(executionId: string, workspaceId: string): StreamRef<HoldEvent> {
  const digest = createHash('sha256').update(`hold/${executionId}`).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(digest.charAt(3), 16) % 4);
  const streamId = `${executionId.slice(0, 13)}-7${digest.slice(0, 3)}-${variant}${digest.slice(4, 7)}-${digest.slice(7, 19)}`;
  return holdStream.at(streamId, workspaceId);
}
