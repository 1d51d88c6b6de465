import { createHash } from 'node:crypto';
import type { StreamRef } from '#kernel/stream.js';
import { pauseStream, type PauseEvent } from '../domain/pause.events.js';

/** The stream of the answer account of a run. Its id is derived from that of the run, and belongs to the same month. */
export function pauseStreamOf(executionId: string, workspaceId: string): StreamRef<PauseEvent> {
  const digest = createHash('sha256').update(`pause/${executionId}`).digest('hex');
  const moment = executionId.slice(0, 13);
  const variant = '89ab'.charAt(Number.parseInt(digest.charAt(3), 16) % 4);
  const streamId = `${moment}-7${digest.slice(0, 3)}-${variant}${digest.slice(4, 7)}-${digest.slice(7, 19)}`;
  return pauseStream.at(streamId, workspaceId);
}
