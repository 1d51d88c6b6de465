import { audited, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import type { Json } from '#kernel/json.js';
import { outlined, type ContentNotes, type ContentOutline } from '#kernel/models/event-contents.js';
import { defineStream } from '#kernel/stream.js';
import type { RefusalReason } from './delivery.state.js';

/** The headers of a request, by names in lower case, without those that carry credentials. */
export type DeliveryHeaders = { readonly [name: string]: string };

/** An event that reached a trigger. */
type Received = {
  triggerId: string;
  workflowId: string;
  blockId: string;
  kind: string;
  provider: string;
  /** Deduplicates: two deliveries of one trigger with one key within 7 days are the same event. */
  key?: string;
  headers?: DeliveryHeaders;
  /** When a schedule was due, in ISO 8601. */
  scheduledFor?: string;
  /** The delivery that this one repeats. */
  replayOf?: string;
  receivedAt: string;
};

/** What the run would have received. Only events of deliveries without a run have it: the input of a run is stored with the run. */
type Kept = { payload: Json };

/** The run of a delivery. */
type Started = { executionId: string; jobId: string; version: number };

/** A run was queued. */
export const DeliveryAccepted = defineEvent('delivery.accepted')<Received & Started>();

/** An earlier delivery had the same key. */
export const DeliveryDuplicated = defineEvent('delivery.duplicated')<
  Received & {
    duplicateOf: string;
    /** The run of the earlier delivery; null while that one is held. */
    earlierExecutionId: string | null;
  }
>();

/** The trigger does not react to events of this kind. */
export const DeliveryFiltered = defineEvent('delivery.filtered')<Received & Kept & { reason: string }>();

/** The trigger, its workspace or its account does not take events at the moment. */
export const DeliveryRefused = defineEvent('delivery.refused')<Received & Kept & { reason: RefusalReason; message: string }>();

/** The trigger is paused. `callChain`: the workflows whose runs led to the event. */
export const DeliveryHeld = defineEvent('delivery.held')<Received & Kept & { callChain?: readonly string[] }>();

/** A schedule was due and did not start a run. */
export const DeliverySkipped = defineEvent('delivery.skipped')<Received & Kept & { reason: string }>();

/** A held delivery became a run. */
export const DeliveryReleased = defineEvent('delivery.released')<Started & { at: string }>();

/** A held delivery will not become a run: its trigger is retired, or its pause was changed to *drop*. */
export const DeliveryDropped = defineEvent('delivery.dropped')<{ reason: RefusalReason; at: string }>();

/** Its run ended the processes that drove it. */
export const DeliveryPoisoned = defineEvent('delivery.poisoned')<{ executionId: string; at: string }>();

/** Another delivery repeats this one. */
export const DeliveryReplayed = defineEvent('delivery.replayed')<{ replayId: string; executionId: string; version: number; at: string }>();

export const deliveryEvents = [
  DeliveryAccepted,
  DeliveryDuplicated,
  DeliveryFiltered,
  DeliveryRefused,
  DeliveryHeld,
  DeliverySkipped,
  DeliveryReleased,
  DeliveryDropped,
  DeliveryPoisoned,
  DeliveryReplayed,
] as const;

/** How deliveries are stored if runs of their workflow keep no contents. */
export const deliveryOutlines: readonly ContentOutline[] = [
  outlined(DeliveryAccepted, ({ headers }, notes) => noted(headers, notes)),
  outlined(DeliveryDuplicated, ({ headers }, notes) => noted(headers, notes)),
  outlined(DeliveryFiltered, ({ headers, payload }, notes) => ({ ...noted(headers, notes), payload: notes.value(payload) })),
  outlined(DeliveryRefused, ({ headers, payload }, notes) => ({ ...noted(headers, notes), payload: notes.value(payload) })),
  outlined(DeliveryHeld, ({ headers, payload }, notes) => ({ ...noted(headers, notes), payload: notes.value(payload) })),
];

/** Headers of a request are part of what its run receives. */
function noted(headers: DeliveryHeaders | undefined, notes: ContentNotes): { headers?: DeliveryHeaders } {
  if (headers === undefined) return {};
  return { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, notes.text(value)])) };
}

export type DeliveryEvent = EventOf<typeof deliveryEvents>;
export const deliveryStream = defineStream('delivery', 'run', deliveryEvents);

export const deliveryAudit: readonly AuditLine[] = [
  audited(DeliveryReplayed, 'delivery.replayed', 'delivery', ({ replayId, executionId, version }) => ({
    details: { replayId, executionId, version },
  })),
];
