import type { Outcome } from '../folder/apply-folder.js';

const signs = { create: '+', update: '~', keep: '=', delete: '-' } as const;
const done = { create: 'created', update: 'changed', keep: 'unchanged', delete: 'deleted' } as const;

/** What became of one workflow, or would: nothing when it stays as it is. */
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

/** The last line: how many of each. */
export function summaryLine(outcomes: readonly Outcome[], dryRun: boolean): string {
  const count = (action: Outcome['action']): number => outcomes.filter((outcome) => outcome.action === action).length;
  const deployed = outcomes.filter((outcome) => outcome.deployed).length;
  if (count('keep') === outcomes.length && deployed === 0)
    return `Nothing to do: ${outcomes.length === 1 ? 'the workflow is as its file says' : `all ${outcomes.length} workflows are as their files say`}`;
  const actions = (['create', 'update', 'keep', 'delete'] as const).filter((action) => count(action) > 0);
  const parts = [...actions.map((action) => `${count(action)} ${done[action]}`), ...(deployed > 0 ? [`${deployed} deployed`] : [])];
  return dryRun ? `Nothing was done. An apply would come to: ${parts.join(', ')}` : parts.join(', ');
}
