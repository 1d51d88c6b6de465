import type { Log } from '#client';
import { CommandFailed } from '../../failure.js';
import { findWorkspace } from './find-workspace.js';
import { isUuid } from './is-uuid.js';
import type { RemoteServer } from '../on-server.js';

/** One run, by the id of the server or by the execution id of its caller. @throws CommandFailed when it does not exist */
export async function findLog(server: RemoteServer, id: string, workspace?: string): Promise<Log> {
  const known = isUuid(id) ? await logWithId(server, id) : undefined;
  if (known !== undefined) return known;
  const workspaceId = await findWorkspace(server, workspace);
  const { data } = await server.client.logs.list({ workspaceId, executionId: id, limit: 1 });
  const [entry] = data;
  if (entry === undefined) throw new CommandFailed(`No run of the workspace has the id ${id}, or it was deleted by retention`);
  return (await server.client.logs.get(entry.id)).data;
}

async function logWithId({ client }: RemoteServer, id: string): Promise<Log | undefined> {
  return client.logs.get(id).then(
    ({ data }) => data,
    (error: unknown) => {
      if ((error as { status?: unknown }).status === 404) return undefined;
      throw error;
    },
  );
}
