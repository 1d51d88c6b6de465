import type { Wiring } from '#ledger/composition.js';
import {
  deliveryAudit,
  deliveryEvents,
  deliveryOutlines,
  DeliveryDropped,
  DeliveryHeld,
  DeliveryReleased,
  DeliveryReplayed,
} from './domain/delivery.events.js';
import {
  deliveryReplayAudit,
  DeliveryReplayCancelled,
  DeliveryReplayCompleted,
  deliveryReplayEvents,
  DeliveryReplayRequested,
} from './domain/delivery-replay.events.js';
import { triggerAudit, triggerEvents } from './domain/trigger.events.js';
import { deliveryReplayProjection } from './projections/delivery-replay.projection.js';
import { deliveryProjection } from './projections/delivery.projection.js';
import { triggerProjection } from './projections/trigger.projection.js';
import { deliveryClaim } from './store/deliveries/delivery-claim.entity.js';
import { pollFailureTable } from './store/cursors/poll-failure.entity.js';
import { pollCursorTable } from './store/poll-cursor.entity.js';
import { scheduleCursor } from './store/cursors/schedule-cursor.entity.js';
import { triggerPlaceTable, triggerRunsTable } from './store/trigger-runs.entity.js';
import { eventRuleRunTable, eventRuleTable, workspaceEventPlace, workspaceEventTable } from './store/workspace-event.entity.js';
import { listener } from './store/deliveries/listener.entity.js';
import { rotatedSecret } from './store/secrets/rotated-secret.entity.js';

export const triggersWiring: Wiring = {
  events: [...triggerEvents, ...deliveryEvents, ...deliveryReplayEvents],
  outlines: deliveryOutlines,
  projections: [triggerProjection, deliveryProjection, deliveryReplayProjection],
  tables: [
    deliveryClaim,
    scheduleCursor,
    pollCursorTable,
    pollFailureTable,
    triggerRunsTable,
    triggerPlaceTable,
    workspaceEventPlace,
    workspaceEventTable,
    eventRuleTable,
    eventRuleRunTable,
    rotatedSecret,
    listener,
  ],
  places: [triggerPlaceTable, workspaceEventPlace],
  // A held delivery stays until it is released, whatever its month.
  lives: [
    { begins: DeliveryHeld, ends: [DeliveryReleased, DeliveryDropped] },
    { begins: DeliveryReplayRequested, ends: [DeliveryReplayCompleted, DeliveryReplayCancelled] },
  ],
  auditLines: [...triggerAudit, ...deliveryAudit, ...deliveryReplayAudit],
  notAudited: [
    {
      events: deliveryEvents.filter((event) => event !== DeliveryReplayed),
      because: 'events of the world are no action of anyone, and the list of deliveries shows them',
    },
    {
      events: deliveryReplayEvents.filter((event) => event !== DeliveryReplayRequested && event !== DeliveryReplayCancelled),
      because: 'they are the progress of what a user has requested, and each replay has its own entry',
    },
  ],
};
