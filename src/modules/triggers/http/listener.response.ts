import type { Json } from '#kernel/json.js';
import type { BegunListener } from '../deliveries/listening.js';
import type { PresentListener } from '../store/deliveries/listeners.js';

/** What waits for one event of a trigger. */
export interface ListenerResponse {
  readonly id: string;
  readonly workflowId: string;
  /** Id of the block of the trigger, for a manual run. */
  readonly triggerBlockId: string;
  /** `expired`: no event arrived in time. */
  readonly status: 'waiting' | 'received' | 'expired';
  /** When it ends. ISO 8601. */
  readonly expiresAt: string;
  /** Null until it has arrived. */
  readonly event: HeardEvent | null;
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
  /** Where to send the event. It is not shown again. */
  readonly url: string;
}

export function listenerResponse({ id, workflowId, blockId, expiresAt, event, isOver }: PresentListener): ListenerResponse {
  const status = event === null ? (isOver ? 'expired' : 'waiting') : 'received';
  const heard = event as unknown as HeardEvent | null;
  return { id, workflowId, triggerBlockId: blockId, status, expiresAt: expiresAt.toISOString(), event: heard };
}

export function begunListenerResponse({ listener, token }: BegunListener, baseUrl: string): BegunListenerResponse {
  return { ...listenerResponse(listener), url: `${baseUrl}/api/webhooks/test/${token}` };
}
