import { executionHold } from '../projections/execution-hold.entity.js';

/** The table of runs on hold, and the column with their ids. */
export const runHolds = { table: executionHold.table, column: 'execution_id' } as const;
