import { CommandFailed } from '../../failure.js';
import { collected } from '../collected.js';
import { isUuid } from './is-uuid.js';
import type { RemoteServer } from '../on-server.js';

interface Found {
  readonly id: string;
  readonly name: string;
}

/** The id of a workspace that is given by id or name, or of the only workspace. @throws CommandFailed that lists the workspaces */
export async function findWorkspace({ client, workspace, url }: RemoteServer, wanted = workspace): Promise<string> {
  if (wanted !== undefined && isUuid(wanted)) return wanted;
  const reached = await collected(client.workspaces.list());
  const meant = wanted === undefined ? reached : reached.filter(({ name }) => name === wanted);
  const [only, ...others] = meant;
  if (only !== undefined && others.length === 0) return only.id;
  throw new CommandFailed(`${whyNot(wanted, meant.length)}${choices(reached, url)}`);
}

function whyNot(wanted: string | undefined, count: number): string {
  if (wanted === undefined) return count === 0 ? '' : 'Select a workspace with --workspace <id or name> or SLUICE_WORKSPACE. ';
  return count === 0 ? `No workspace is named "${wanted}". ` : `${count} workspaces are named "${wanted}". Use an id. `;
}

function choices(reached: readonly Found[], url: string): string {
  if (reached.length === 0) return `The API key has access to no workspace at ${url}`;
  return `Workspaces:\n${reached.map(({ id, name }) => `  ${id}  ${name}`).join('\n')}`;
}
