import { executionHold } from '../projections/execution-hold.entity.js';

/** The table that names runs which are kept whatever their time, and the column that names them. */
export const runHolds = { table: executionHold.table, column: 'execution_id' } as const;
