import type { Outcome } from '../folder/apply-folder.js';

const signs = { create: '+', update: '~', keep: '=', delete: '-' } as const;
const done = { create: 'created', update: 'changed', keep: 'unchanged', delete: 'deleted' } as const;

/** The lines about one workflow; none when it is unchanged. */
export function outcomeLines({ action, name, path, changes, deployed, problems }: Outcome, dryRun: boolean): readonly string[] {
  const from = path === null ? '' : ` (${path})`;
  const notes = problems.map((problem) => `    cannot be deployed: ${problem}`);
  if (action === 'keep' && !deployed && problems.length === 0) return [];
  return [
    `${signs[action]} ${name}${from}`,
    ...changes.map((line) => `    ${line}`),
    ...(deployed ? [`    ${dryRun ? 'would be deployed' : 'deployed'}`] : []),
    ...notes,
  ];
}

/** The summary line. */
export function summaryLine(outcomes: readonly Outcome[], dryRun: boolean): string {
  const count = (action: Outcome['action']): number => outcomes.filter((outcome) => outcome.action === action).length;
  const deployed = outcomes.filter((outcome) => outcome.deployed).length;
  if (count('keep') === outcomes.length && deployed === 0)
    return `No changes: ${outcomes.length === 1 ? 'the workflow equals its file' : `all ${outcomes.length} workflows equal their files`}`;
  const actions = (['create', 'update', 'keep', 'delete'] as const).filter((action) => count(action) > 0);
  const parts = [...actions.map((action) => `${count(action)} ${done[action]}`), ...(deployed > 0 ? [`${deployed} deployed`] : [])];
  return dryRun ? `Nothing was changed. An apply would give: ${parts.join(', ')}` : parts.join(', ');
}
