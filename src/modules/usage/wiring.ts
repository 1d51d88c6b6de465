import type { Wiring } from '#ledger/composition.js';
import { usageLedger } from './projections/usage-ledger.projection.js';

export const usageWiring: Wiring = { events: [], projections: [usageLedger] };
