import type { EventStore } from '#ledger/events/event-store.js';
import type { StreamRef } from '#ledger/events/handle.js';
import { fold, type Decider } from '#kernel/decider.js';
import type { NewEvent } from '#kernel/event.js';

/** Streams of identity are kept for ever; those of a workspace carry its id. */
export function ledgerStream(streamId: string, workspaceId: string | null = null): StreamRef {
  return { streamId, lifetime: 'ledger', workspaceId };
}

/** What a stream has come to, and the position of its last event. */
export async function loaded<State, Event extends NewEvent>(
  store: EventStore,
  decider: Decider<State, never, Event>,
  { lifetime, streamId }: StreamRef,
): Promise<{ readonly state: State; readonly position: number }> {
  const history = await store.read(lifetime, streamId);
  return { state: fold(decider, history as unknown as readonly Event[]), position: history.length };
}
