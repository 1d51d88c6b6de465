import type { StreamRef } from '#infrastructure/event-store/handle.js';

/** Streams of identity are kept for ever; those of a workspace carry its id. */
export function ledgerStream(streamId: string, workspaceId: string | null = null): StreamRef {
  return { streamId, lifetime: 'ledger', workspaceId };
}
