import type { Wiring } from '#ledger/composition.js';
import {
  deliveryAudit,
  deliveryEvents,
  DeliveryDropped,
  DeliveryHeld,
  DeliveryReleased,
  DeliveryReplayed,
} from './domain/delivery.events.js';
import { triggerAudit, triggerEvents } from './domain/trigger.events.js';
import { deliveryProjection } from './projections/delivery.projection.js';
import { triggerProjection } from './projections/trigger.projection.js';
import { deliveryClaim } from './store/deliveries/delivery-claim.entity.js';
import { pollCursorTable } from './store/poll-cursor.entity.js';
import { scheduleCursor } from './store/cursors/schedule-cursor.entity.js';
import { triggerPlaceTable, triggerRunsTable } from './store/trigger-runs.entity.js';
import { eventRuleRunTable, eventRuleTable, workspaceEventPlace, workspaceEventTable } from './store/workspace-event.entity.js';
import { listener } from './store/deliveries/listener.entity.js';
import { rotatedSecret } from './store/secrets/rotated-secret.entity.js';

export const triggersWiring: Wiring = {
  events: [...triggerEvents, ...deliveryEvents],
  projections: [triggerProjection, deliveryProjection],
  tables: [
    deliveryClaim,
    scheduleCursor,
    pollCursorTable,
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
  lives: [{ begins: DeliveryHeld, ends: [DeliveryReleased, DeliveryDropped] }],
  auditLines: [...triggerAudit, ...deliveryAudit],
  notAudited: [
    {
      events: deliveryEvents.filter((event) => event !== DeliveryReplayed),
      because: 'events of the world are no action of anyone, and the list of deliveries shows them',
    },
  ],
};
