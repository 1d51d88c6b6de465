import { functionBlock, inARow } from '../run-api.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../server-process.js';
import { ReplicatedServer } from './replicated-server.js';

/** What callers found who executed a run and then asked for it. */
export interface ReplicaReads {
  readonly tries: number;
  /** What they asked for and did not find. */
  readonly missed: readonly string[];
  /** Scans of the log that the replica has made. */
  readonly scansOfReplica: number;
}

const clients = 4;
/** The replica replays nothing for up to this long, again and again. */
const longestPauseMs = 3_000;
/** On a quick machine a few tries are over before the replica has been behind and has come back. */
const fewestPauses = 4;

/** Executes a run and then lists the log, or reads its entry, at least `tries` times, at a server whose replica is 0 to 3 s behind. */
export async function executeThenList(tries: number): Promise<ReplicaReads> {
  const primary = await ReplicatedServer.primary();
  const replica = await primary.standby('replica');
  const server = await startServerProcess(await serverEnv({ connectionString: primary.url }, { DATABASE_READ_URL: replica.url }));
  const missed: string[] = [];
  let [begun, pauses, isOver] = [0, 0, false];
  const lagging = lag(replica, () => {
    pauses += 1;
    return isOver;
  });
  try {
    const { workspaceId, workflowId } = await deploy(server);
    const call = async (): Promise<void> => {
      while (begun < tries || pauses <= fewestPauses) {
        const n = (begun += 1);
        const run = await server.call('POST', `/api/workflows/${workflowId}/execute`, { n });
        const id = run.headers.get('x-execution-id') ?? '';
        if (run.status !== 200) throw new Error(`The run got ${run.status}`);
        const path = n % 4 === 0 ? `/api/v1/logs/executions/${id}` : `/api/v1/logs?workspaceId=${workspaceId}&limit=50`;
        const { status, body } = await server.call('GET', path);
        if (status !== 200 || !JSON.stringify(body).includes(id)) missed.push(`${path}: ${status}, without ${id}`);
      }
    };
    await Promise.all(Array.from({ length: clients }, call));
    isOver = true;
    await lagging;
    return { tries: begun, missed, scansOfReplica: await scansOf(replica) };
  } finally {
    isOver = true;
    await server.kill('SIGKILL');
    await replica.remove();
    await primary.remove();
  }
}

async function lag(replica: ReplicatedServer, isOver: () => boolean): Promise<void> {
  const during = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  while (!isOver()) {
    await replica.query('select pg_wal_replay_pause()');
    await during(Math.random() * longestPauseMs);
    await replica.query('select pg_wal_replay_resume()');
    await during(Math.random() * longestPauseMs);
  }
}

/** Of all months. A session tells the others of its scans after a second. */
async function scansOf(replica: ReplicatedServer): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const [row] = await replica.query<{ scans: number }>(
    `select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)::int as scans from pg_stat_user_tables where relname like 'execution_log%'`,
  );
  return row?.scans ?? 0;
}

async function deploy(server: ServerProcess): Promise<{ workspaceId: string; workflowId: string }> {
  const { body } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const workspaceId = body.data[0]?.id ?? '';
  const state = inARow(functionBlock('twice', 'return <start.n> * 2'));
  const workflow = { version: '1.0', state: { ...state, metadata: { name: 'Twice' } } };
  const imported = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', { workspaceId, workflow });
  await server.call('POST', `/api/v1/workflows/${imported.body.data.id}/deploy`);
  return { workspaceId, workflowId: imported.body.data.id };
}
