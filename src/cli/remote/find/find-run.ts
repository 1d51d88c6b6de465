import { CommandFailed } from '../../failure.js';
import { findWorkspace } from './find-workspace.js';
import { isUuid } from './is-uuid.js';
import type { RemoteServer } from '../on-server.js';

/** What a run is called by routes of its workflow. */
interface NamedRun {
  readonly workflowId: string;
  readonly executionId: string;
}

/** A run, also one that is queued and has no entry in the log, by the id of the server or by that of its caller. @throws CommandFailed when it does not exist */
export async function findRun(server: RemoteServer, id: string, workspace?: string): Promise<NamedRun> {
  const place = isUuid(id) && workspace === undefined ? {} : { workspaceId: await findWorkspace(server, workspace) };
  return server.client.logs.diagnosis(id, place).then(
    ({ data }) => data,
    (error: unknown) => {
      if ((error as { status?: unknown }).status !== 404) throw error;
      throw new CommandFailed(`No run has the id ${id}, or it was deleted by retention`, { cause: error });
    },
  );
}
