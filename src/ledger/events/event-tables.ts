import { month, record, type Table } from '#ledger/rows/kept.js';

/** Where events and their large parts are stored. */
export const eventTables: readonly Table[] = [
  { table: 'run_event', kept: month('the streams of runs, by the month in their ids') },
  { table: 'blob', kept: month('large parts of events; a part that no event refers to is not copied') },
  { table: 'ledger_event', kept: record('the events of workspaces, keys, members and other lasting things') },
];
