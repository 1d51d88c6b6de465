import { defineProjection, when } from '#ledger/rows/projection.js';
import type { Write } from '#ledger/rows/read-model.js';
import {
  DeliveryAccepted,
  DeliveryDropped,
  DeliveryDuplicated,
  DeliveryFiltered,
  DeliveryHeld,
  DeliveryPoisoned,
  DeliveryRefused,
  DeliveryReleased,
  DeliveryReplayed,
  DeliverySkipped,
} from '../domain/delivery.events.js';
import { deliveryModel, type DeliveryRow } from './delivery.entity.js';

interface Received {
  readonly streamId: string;
  readonly position: number;
  readonly workspaceId: string | null;
  readonly payload: Pick<DeliveryRow, 'triggerId' | 'workflowId' | 'receivedAt'> & {
    readonly scheduledFor?: string;
    readonly replayOf?: string;
  };
}

type Outcome = Pick<DeliveryRow, 'outcome'> & Partial<DeliveryRow>;

const nothing = { reason: null, executionId: null, jobId: null, duplicateOf: null } as const;

function received({ streamId: id, position, workspaceId, payload }: Received, outcome: Outcome): Write[] {
  const { triggerId, workflowId, receivedAt, scheduledFor = null, replayOf = null } = payload;
  const facts = { workspaceId: workspaceId ?? '', triggerId, workflowId, receivedAt, scheduledFor, replayOf };
  return [deliveryModel.add({ id, position, ...facts, ...nothing, ...outcome })];
}

function change({ streamId: id, position }: Pick<Received, 'streamId' | 'position'>, changes: Partial<DeliveryRow> = {}): Write[] {
  return [deliveryModel.patch({ id, position, ...changes })];
}

/** What reached triggers. Inline: the sender may ask for the delivery that it was just told. */
export const deliveryProjection = defineProjection({
  name: 'delivery',
  version: 1,
  mode: 'inline',
  models: [deliveryModel],
  on: [
    when(DeliveryAccepted, (event) => {
      const { executionId, jobId } = event.payload;
      return received(event, { outcome: 'accepted', executionId, jobId });
    }),
    when(DeliveryDuplicated, (event) => {
      const { duplicateOf, earlierExecutionId: executionId } = event.payload;
      return received(event, { outcome: 'duplicate', duplicateOf, executionId });
    }),
    when(DeliveryFiltered, (event) => received(event, { outcome: 'filtered', reason: event.payload.reason }), 'payload'),
    when(DeliveryRefused, (event) => received(event, { outcome: 'refused', reason: event.payload.reason }), 'payload'),
    when(DeliveryHeld, (event) => received(event, { outcome: 'held' }), 'payload'),
    when(DeliverySkipped, (event) => received(event, { outcome: 'skipped', reason: event.payload.reason }), 'payload'),
    when(DeliveryReleased, ({ payload: { executionId, jobId }, ...place }) => change(place, { outcome: 'accepted', executionId, jobId })),
    when(DeliveryDropped, ({ payload: { reason }, ...place }) => change(place, { outcome: 'refused', reason })),
    when(DeliveryPoisoned, (place) => change(place, { outcome: 'poisoned', reason: 'quarantined' })),
    when(DeliveryReplayed, (place) => change(place)),
  ],
});
