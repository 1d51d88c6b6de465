import type { Wiring } from '#ledger/composition.js';
import { triggerAudit, triggerEvents } from './domain/trigger.events.js';
import { triggerProjection } from './projections/trigger.projection.js';

export const triggersWiring: Wiring = {
  events: triggerEvents,
  projections: [triggerProjection],
  auditLines: triggerAudit,
};
