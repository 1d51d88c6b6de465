import pg from 'pg';
import { eventually } from './eventually.js';
import { serverEnv, startServerProcess, type ServerProcess } from './server-process.js';
import { createTestDatabase } from './test-database.js';

/** Two server processes on one database, of which one after the other is killed. */
export interface KilledServers {
  /** The processes as they are now. */
  readonly servers: readonly ServerProcess[];
  /** Starts a process again that has ended. */
  start(index: number): Promise<void>;
  /** Of their database. */
  readonly connectionString: string;
  /** A connection to their database. */
  readonly client: pg.Client;
  /** The processes as they are now. */
  readonly processes: readonly ServerProcess[];
  /** Sends a request to one process after the other until one of them accepts it. */
  send<Body>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Body>;
  /** Number of rows of what follows `from`. */
  count(from: string): Promise<number>;
  /** Kills one process after the other and starts it again, until the work is done and each has been killed at least twice. */
  killing(work: () => Promise<void>): Promise<void>;
  /** Creates and deploys a workflow. Resolves with its id. */
  deploy(name: string, state: object): Promise<string>;
  /** Id of the first workspace. */
  readonly workspaceId: string;
  finish(): Promise<void>;
}

export async function startKilledServers(): Promise<KilledServers> {
  const database = await createTestDatabase();
  const envs = [await serverEnv(database), await serverEnv(database)];
  const servers: ServerProcess[] = [];
  for (const env of envs) servers.push(await startServerProcess(env));
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const send = <Body>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Body> =>
    eventually(async () => {
      for (const server of servers) {
        const answer = await server.call<Body>(method, path, body, headers).catch(() => undefined);
        if (answer !== undefined && answer.status < 300) return answer.body;
      }
      throw new Error(`No process accepted ${method} ${path}`);
    }, 30_000);
  const { data: workspaces } = await send<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const workspaceId = workspaces[0]?.id ?? '';
  const start = async (index: number): Promise<void> => {
    servers[index] = await startServerProcess(envs[index] ?? {});
  };
  return {
    servers,
    start,
    connectionString: database.connectionString,
    client,
    processes: servers,
    send,
    workspaceId,
    async count(from) {
      return (await client.query<{ n: number }>(`select count(*)::int as n from ${from}`)).rows[0]?.n ?? 0;
    },
    async killing(work) {
      let [isWorking, kills] = [true, 0];
      const killer = (async () => {
        for (; isWorking || kills < 4; kills += 1) {
          const victim = kills % servers.length;
          await servers[victim]?.kill('SIGKILL');
          await start(victim);
        }
      })();
      await work().finally(() => (isWorking = false));
      await killer;
    },
    async deploy(name, state) {
      const workflow = { version: '1.0', state: { ...state, metadata: { name } } };
      const { data } = await send<{ data: { id: string } }>('POST', '/api/v1/workflows/import', { workspaceId, workflow });
      await send('POST', `/api/v1/workflows/${data.id}/deploy`);
      return data.id;
    },
    async finish() {
      await client.end();
      await Promise.all(servers.map((server) => server.kill('SIGKILL')));
      await database.drop();
    },
  };
}
