import type { Wiring } from '#infrastructure/composition.js';
import { executionLog } from './projections/execution-log.projection.js';

export const logsWiring: Wiring = { events: [], projections: [executionLog] };
