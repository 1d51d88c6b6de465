import pg from 'pg';
import { reachServers, type ReachedServers } from './reached-servers.js';
import { serverEnv, startServerProcess, type ServerProcess } from './server-process.js';
import { createTestDatabase } from './test-database.js';

/** Two server processes on one database, of which one after the other is killed. */
export interface KilledServers extends ReachedServers {
  /** The processes as they are now. */
  readonly servers: readonly ServerProcess[];
  /** Starts a process again that has ended. */
  start(index: number): Promise<void>;
  /** Of their database. */
  readonly connectionString: string;
  /** A connection to their database. */
  readonly client: pg.Client;
  /** Number of rows of what follows `from`. */
  count(from: string): Promise<number>;
  /** Kills one process after the other and starts it again, until the work is done and each has been killed at least twice. */
  killing(work: () => Promise<void>): Promise<void>;
  finish(): Promise<void>;
}

/** @param settings more settings of the processes */
export async function startKilledServers(settings: Record<string, string> = {}): Promise<KilledServers> {
  const database = await createTestDatabase();
  const envs = [await serverEnv(database, settings), await serverEnv(database, settings)];
  const servers: ServerProcess[] = [];
  for (const env of envs) servers.push(await startServerProcess(env));
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const start = async (index: number): Promise<void> => {
    servers[index] = await startServerProcess(envs[index] ?? {});
  };
  return {
    ...(await reachServers(servers)),
    servers,
    start,
    connectionString: database.connectionString,
    client,
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
    async finish() {
      await client.end();
      await Promise.all(servers.map((server) => server.kill('SIGKILL')));
      await database.drop();
    },
  };
}
