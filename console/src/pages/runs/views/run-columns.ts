/** The columns of the list of runs, in their order. The name of the workflow is always there. */
export const runColumns = [
  { id: 'status', name: 'Status', width: '112px' },
  { id: 'workflow', name: 'Workflow', width: 'minmax(160px, 1.6fr)' },
  { id: 'trigger', name: 'Trigger', width: '88px' },
  { id: 'started', name: 'Started', width: '96px' },
  { id: 'duration', name: 'Duration', width: '112px' },
  { id: 'cost', name: 'Cost', width: '84px' },
  { id: 'models', name: 'Models', width: 'minmax(100px, 1fr)' },
  { id: 'run', name: 'Run', width: 'minmax(100px, 1fr)' },
  { id: 'error', name: 'Error', width: 'minmax(120px, 2fr)' },
] as const;

export type ColumnId = (typeof runColumns)[number]['id'];

/** What the list shows until a person chooses otherwise. */
export const usualColumns: readonly ColumnId[] = ['status', 'workflow', 'trigger', 'started', 'duration', 'cost', 'error'];

/** The chosen columns in their order. What is no column is left out. */
export function columnsFrom(chosen: Iterable<unknown>): readonly ColumnId[] {
  const wanted = new Set([...chosen, 'workflow']);
  return runColumns.flatMap(({ id }) => (wanted.has(id) ? [id] : []));
}
