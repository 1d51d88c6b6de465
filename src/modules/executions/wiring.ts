import type { Wiring } from '#infrastructure/composition.js';
import { CancellationRequested } from './domain/cancellation.events.js';
import { executionEvents } from './domain/execution.events.js';
import { callerExecution, idempotency } from './store/claims.entity.js';

export const executionsWiring: Wiring = {
  events: [...executionEvents, CancellationRequested],
  projections: [],
  tables: [callerExecution, idempotency],
};
