import type { Wiring } from '#ledger/composition.js';
import { DataTaken } from './domain/data-taken.events.js';

export const takeoutsWiring: Wiring = { events: [DataTaken], projections: [], tables: [] };
