import type { Wiring } from '#ledger/composition.js';
import { environmentAudit, environmentEvents } from './domain/environment.events.js';
import { endedEnvironment } from './projections/ended-environment.projection.js';
import { environmentVariable } from './store/environment-variable.entity.js';

export const environmentWiring: Wiring = {
  events: environmentEvents,
  projections: [endedEnvironment],
  tables: [environmentVariable],
  auditLines: environmentAudit,
};
