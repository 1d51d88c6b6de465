import { eventually } from './eventually.js';
import type { ServerProcess } from './server-process.js';

/** Server processes that may fail: what is sent to them is sent until one of them accepts it. */
export interface ReachedServers {
  /** The processes as they are now. */
  readonly processes: readonly ServerProcess[];
  /** Id of the first workspace. */
  readonly workspaceId: string;
  /** Sends a request to one process after the other until one of them accepts it. */
  send<Body>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Body>;
  /** Creates and deploys a workflow. Resolves with its id. */
  deploy(name: string, state: object): Promise<string>;
}

export async function reachServers(processes: readonly ServerProcess[]): Promise<ReachedServers> {
  const send: ReachedServers['send'] = (method, path, body, headers = {}) =>
    eventually(async () => {
      for (const server of processes) {
        const answer = await server.call<never>(method, path, body, headers).catch(() => undefined);
        if (answer !== undefined && answer.status < 300) return answer.body;
      }
      throw new Error(`No process accepted ${method} ${path}`);
    }, 30_000);
  const { data: workspaces } = await send<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const workspaceId = workspaces[0]?.id ?? '';
  const deploy = async (name: string, state: object): Promise<string> => {
    const workflow = { version: '1.0', state: { ...state, metadata: { name } } };
    const { data } = await send<{ data: { id: string } }>('POST', '/api/v1/workflows/import', { workspaceId, workflow });
    await send('POST', `/api/v1/workflows/${data.id}/deploy`);
    return data.id;
  };
  return { processes, workspaceId, send, deploy };
}
