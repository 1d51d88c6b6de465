import { audited, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';
import type { DeliveryOutcome } from './delivery.state.js';

/** Which deliveries a bulk replay repeats, as its request states it. Times are ISO 8601, inclusive. */
export type ReplayFilter = {
  triggerId?: string;
  workflowId?: string;
  outcome?: DeliveryOutcome;
  from?: string;
  to?: string;
};

/** Why deliveries were not repeated, and how many. */
export type ReplayRefusal = { code: string; message: string; count: number };

/** What a bulk replay has done since its request. */
export type ReplayProgress = {
  /** The last delivery that it has come to; null before the first one. */
  upTo: string | null;
  replayed: number;
  refused: number;
  refusals: readonly ReplayRefusal[];
  /** Why it makes no progress at the moment, for people; null if it does. */
  waitsFor: string | null;
};

/** A user has requested that deliveries are repeated. `found`: how many match at that moment. */
export const DeliveryReplayRequested = defineEvent('delivery-replay.requested')<{
  filter: ReplayFilter;
  usesDraft: boolean;
  found: number;
  at: string;
}>();

/** Some more deliveries were repeated, in the same append. */
export const DeliveryReplayAdvanced = defineEvent('delivery-replay.advanced')<ReplayProgress & { at: string }>();

/** Every delivery was repeated or refused. */
export const DeliveryReplayCompleted = defineEvent('delivery-replay.completed')<{ at: string }>();

/** A user has cancelled it. Deliveries that were repeated before keep their runs. */
export const DeliveryReplayCancelled = defineEvent('delivery-replay.cancelled')<{ at: string }>();

export const deliveryReplayEvents = [
  DeliveryReplayRequested,
  DeliveryReplayAdvanced,
  DeliveryReplayCompleted,
  DeliveryReplayCancelled,
] as const;

export const deliveryReplayStream = defineStream('delivery-replay', 'run', deliveryReplayEvents);

export const deliveryReplayAudit: readonly AuditLine[] = [
  audited(DeliveryReplayRequested, 'delivery_replay.requested', 'delivery_replay', ({ filter, usesDraft, found }) => ({
    details: { filter, usesDraft, found },
  })),
  audited(DeliveryReplayCancelled, 'delivery_replay.cancelled', 'delivery_replay'),
];
