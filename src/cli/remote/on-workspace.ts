import type { RemoteServer } from './on-server.js';
import type { RemoteOptions } from './options.js';

/** Runs `work` with the server and the workspace of the settings. @throws CommandFailed when either is not known */
export async function onWorkspace(
  { workspace }: RemoteOptions,
  work: (server: RemoteServer, workspaceId: string) => Promise<void>,
): Promise<void> {
  const [{ onServer }, { findWorkspace }] = await Promise.all([import('./on-server.js'), import('./find/find-workspace.js')]);
  await onServer(async (server) => work(server, await findWorkspace(server, workspace)));
}
