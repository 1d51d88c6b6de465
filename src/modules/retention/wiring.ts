import type { Wiring } from '#ledger/composition.js';
import { holdAudit, holdEvents } from './domain/hold.events.js';
import { executionHolds } from './projections/execution-hold.projection.js';

export const retentionWiring: Wiring = { events: holdEvents, projections: [executionHolds], auditLines: holdAudit };
