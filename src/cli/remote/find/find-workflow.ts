import type { Workflow } from '#client';
import { CommandFailed } from '../../failure.js';
import { collected } from '../collected.js';
import { findWorkspace } from './find-workspace.js';
import { isUuid } from './is-uuid.js';
import type { RemoteServer } from '../on-server.js';

/** The id of a workflow that is given by id or name. @throws CommandFailed that lists the candidates */
export async function findWorkflow(server: RemoteServer, wanted: string, workspace?: string): Promise<string> {
  if (isUuid(wanted)) return wanted;
  const workspaceId = await findWorkspace(server, workspace);
  return pickWorkflow(await collected(server.client.workflows.list({ workspaceId, limit: 100 })), wanted).id;
}

/** The workflow with this id or name. The case of a name matters only when several names differ in case alone. */
export function pickWorkflow<Each extends Pick<Workflow, 'id' | 'name'>>(workflows: readonly Each[], wanted: string): Each {
  const exact = workflows.filter(({ id, name }) => id === wanted || name === wanted);
  const meant = exact.length > 0 ? exact : workflows.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const [only, ...others] = meant;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) throw new CommandFailed(`${meant.length} workflows are named "${wanted}". Use an id:\n${listed(meant)}`);
  const there = workflows.length === 0 ? 'The workspace has no workflows.' : `Existing workflows:\n${listed(workflows)}`;
  throw new CommandFailed(`No workflow is named "${wanted}". ${there}`);
}

function listed(workflows: readonly Pick<Workflow, 'id' | 'name'>[]): string {
  const shown = workflows.slice(0, 20).map(({ id, name }) => `  ${id}  ${name}`);
  return [...shown, ...(workflows.length > 20 ? [`  and ${workflows.length - 20} more`] : [])].join('\n');
}
