import type { Wiring } from '#ledger/composition.js';
import { exportConsumerTable } from './store/export-consumer.entity.js';

export const exportsWiring: Wiring = { events: [], projections: [], tables: [exportConsumerTable] };
