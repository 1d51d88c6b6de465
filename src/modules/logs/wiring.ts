import type { Wiring } from '#ledger/composition.js';
import { executionLog } from './projections/execution-log.projection.js';

export const logsWiring: Wiring = { events: [], projections: [executionLog] };
