import type { Wiring } from '#ledger/composition.js';
import { pauseAudit, pauseEvents, pauseOutlines } from './domain/pause.events.js';
import { pausedExecutions } from './projections/paused-executions.projection.js';

export const pausesWiring: Wiring = {
  events: pauseEvents,
  projections: [pausedExecutions],
  outlines: pauseOutlines,
  auditLines: pauseAudit,
};
