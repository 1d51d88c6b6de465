/** The columns of the list of runs, in their order. The name of the workflow is always there. */
export const runColumns = [
  { id: 'status', name: 'Status', width: '112px' },
  { id: 'workflow', name: 'Workflow', width: 'minmax(160px, 1.2fr)' },
  { id: 'trigger', name: 'Trigger', width: '72px' },
  { id: 'started', name: 'Started', width: '88px' },
  { id: 'duration', name: 'Duration', width: '88px' },
  { id: 'cost', name: 'Cost', width: '72px' },
  { id: 'models', name: 'Models', width: 'minmax(100px, 1fr)' },
  { id: 'run', name: 'Run', width: 'minmax(100px, 1fr)' },
  { id: 'error', name: 'Error', width: 'minmax(120px, 2fr)' },
] as const;

export type ColumnId = (typeof runColumns)[number]['id'];

/** What has room beside a preview, which shows the rest. */
export const columnsBesidePreview: readonly ColumnId[] = ['status', 'workflow', 'started', 'duration'];

/** What the list shows until a person chooses otherwise. */
export const usualColumns: readonly ColumnId[] = ['status', 'workflow', 'trigger', 'started', 'duration', 'cost', 'error'];

/** The chosen columns in their order. What is no column is left out. */
export function columnsFrom(chosen: Iterable<unknown>): readonly ColumnId[] {
  const wanted = new Set([...chosen, 'workflow']);
  return runColumns.flatMap(({ id }) => (wanted.has(id) ? [id] : []));
}
