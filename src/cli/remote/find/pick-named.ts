import { CommandFailed } from '../../failure.js';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The item with this id or name. @throws CommandFailed that lists the items */
export function pickNamed<Item extends Named>(items: readonly Item[], wanted: string, kind: string): Item {
  const meant = items.filter(({ id, name }) => id === wanted || name === wanted);
  const [only, ...others] = meant;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) throw new CommandFailed(`${meant.length} ${kind}s are named "${wanted}". Use an id:\n${listed(meant)}`);
  const known = items.length === 0 ? `The workspace has no ${kind}s.` : `Existing ${kind}s:\n${listed(items)}`;
  throw new CommandFailed(`No ${kind} is named "${wanted}". ${known}`);
}

function listed(items: readonly Named[]): string {
  const shown = items.slice(0, 20).map(({ id, name }) => `  ${id}  ${name}`);
  return [...shown, ...(items.length > 20 ? [`  and ${items.length - 20} more`] : [])].join('\n');
}
