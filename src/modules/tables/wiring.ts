import type { Wiring } from '#ledger/composition.js';
import { tableAudit, tableEvents } from './domain/table.events.js';
import { dataTableProjection } from './projections/data-table.projection.js';
import { tableRowEvent, tableRowWatch } from './store/rows/row-event.entity.js';
import { tableEffect, tableKey, tableRow, tableRowChange, tableSize } from './store/rows/table-row.entity.js';

export const tablesWiring: Wiring = {
  events: tableEvents,
  projections: [dataTableProjection],
  tables: [tableSize, tableRow, tableKey, tableRowChange, tableEffect, tableRowWatch, tableRowEvent],
  auditLines: tableAudit,
};
