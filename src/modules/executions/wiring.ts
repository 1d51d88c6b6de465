import type { Wiring } from '#infrastructure/composition.js';
import { executionEvents } from './domain/execution.events.js';
import { callerExecution, idempotency } from './projections/claims.entity.js';

export const executionsWiring: Wiring = { events: executionEvents, projections: [], tables: [callerExecution, idempotency] };
