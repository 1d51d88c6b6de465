import { CommandFailed } from '../failure.js';
import { collected } from './collected.js';
import { isUuid } from './is-uuid.js';
import type { RemoteServer } from './on-server.js';

interface Found {
  readonly id: string;
  readonly name: string;
}

/** The id of the workspace that is meant: by id or name, or the only one there is. @throws CommandFailed naming those there are */
export async function findWorkspace({ client, workspace, url }: RemoteServer, wanted = workspace): Promise<string> {
  if (wanted !== undefined && isUuid(wanted)) return wanted;
  const reached = await collected(client.workspaces.list());
  const meant = wanted === undefined ? reached : reached.filter(({ name }) => name === wanted);
  const [only, ...others] = meant;
  if (only !== undefined && others.length === 0) return only.id;
  throw new CommandFailed(`${whyNot(wanted, meant.length)}${choices(reached, url)}`);
}

function whyNot(wanted: string | undefined, count: number): string {
  if (wanted === undefined) return count === 0 ? '' : 'Say in which workspace: --workspace <id or name>, or SLUICE_WORKSPACE. ';
  return count === 0 ? `No workspace is called "${wanted}". ` : `${count} workspaces are called "${wanted}"; name one by its id. `;
}

function choices(reached: readonly Found[], url: string): string {
  if (reached.length === 0) return `The key in SLUICE_API_KEY reaches no workspace at ${url}`;
  return `There are:\n${reached.map(({ id, name }) => `  ${id}  ${name}`).join('\n')}`;
}
