import type { Json } from '#kernel/json.js';
import type { BegunListener } from '../deliveries/listening.js';
import { triggerIdOf } from '../store/trigger-id.js';
import type { PresentListener } from '../store/deliveries/listeners.js';

/** What waits for one event of a trigger. */
export interface ListenerResponse {
  /** Id of the trigger. A block of a draft that was never deployed has the id that its trigger will have. */
  readonly triggerId: string;
  readonly workflowId: string;
  /** Id of the block of the trigger, for a manual run. */
  readonly triggerBlockId: string;
  /** `captured`: an event has arrived. `expired`: none arrived in time. */
  readonly status: 'waiting' | 'captured' | 'expired';
  /** When it ends. ISO 8601. */
  readonly expiresAt: string;
  /** What has arrived; present when `status` is `captured`. */
  readonly delivery?: HeardEvent;
}

/** An event that arrived at a listener. It started no run. */
interface HeardEvent {
  /** When it arrived. ISO 8601. */
  readonly receivedAt: string;
  /** When it is deleted: after an hour, or within ten minutes if runs of the workflow keep no contents. ISO 8601. */
  readonly shownUntil: string;
  /** The method of the request. */
  readonly method: string;
  /** The headers without those that carry credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** The name of the event, as its provider states it; null if it states none. */
  readonly name: string | null;
  /** What a run would receive: the `input` of a manual run. */
  readonly input: Json;
  /** Whether its signature was checked: not if the block has no secret yet. */
  readonly isVerified: boolean;
  /** Whether the trigger reacts to it. */
  readonly startsRun: boolean;
}

/** A listener that begins now. */
export interface BegunListenerResponse extends ListenerResponse {
  /** Names the listener in `GET /api/v1/triggers/{triggerId}/listen/{token}`. It is not shown again. */
  readonly token: string;
  /** Where to send the event. */
  readonly url: string;
}

export function listenerResponse({ workflowId, blockId, expiresAt, event, isOver }: PresentListener): ListenerResponse {
  const place = { triggerId: triggerIdOf(workflowId, blockId), workflowId, triggerBlockId: blockId, expiresAt: expiresAt.toISOString() };
  if (event === null) return { ...place, status: isOver ? 'expired' : 'waiting' };
  return { ...place, status: 'captured', delivery: event as unknown as HeardEvent };
}

export function begunListenerResponse({ listener, token }: BegunListener, baseUrl: string): BegunListenerResponse {
  return { ...listenerResponse(listener), token, url: `${baseUrl}/api/webhooks/test/${token}` };
}
