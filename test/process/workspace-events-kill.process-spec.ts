import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '../support/eventually.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { fieldBlock, triggered } from '../support/triggers/trigger-documents.js';
import { aState, anEdge } from '../support/workflow-documents.js';

const runs = 200;

let database: TestDatabase;
let envs: readonly Record<string, string>[];
let servers: ServerProcess[];
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  envs = [await serverEnv(database), await serverEnv(database)];
  servers = [];
  for (const env of envs) servers.push(await startServerProcess(env));
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
}, 120_000);

afterAll(async () => {
  await client.end();
  await Promise.all(servers.map((server) => server.kill('SIGKILL')));
  await database.drop();
});

/** Sends a request to one process after the other until one of them accepts it. */
async function send<Body>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Body> {
  return eventually(async () => {
    for (const server of servers) {
      const answer = await server.call<Body>(method, path, body, headers).catch(() => undefined);
      if (answer !== undefined && answer.status < 300) return answer.body;
    }
    throw new Error(`No process accepted ${method} ${path}`);
  }, 30_000);
}

async function deploy(workspaceId: string, state: object, name: string): Promise<string> {
  const workflow = { version: '1.0', state: { ...state, metadata: { name } } };
  const { data } = await send<{ data: { id: string } }>('POST', '/api/v1/workflows/import', { workspaceId, workflow });
  await send('POST', `/api/v1/workflows/${data.id}/deploy`);
  return data.id;
}

describe('two processes of which one after the other is killed while runs end', () => {
  it('report each ended run exactly once', async () => {
    const { data: workspaces } = await send<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
    const workspaceId = workspaces[0]?.id ?? '';
    const work = aState(
      [fieldBlock('start', 'start_trigger'), fieldBlock('work', 'function', { code: 'return 1', language: 'javascript' })],
      [anEdge('start', 'work')],
    );
    const worker = await deploy(workspaceId, work, 'Worker');
    const watch = triggered(fieldBlock('watch', 'sim_workspace_event', { eventType: 'execution_success', workflowIds: [worker] }));
    const watcher = await deploy(workspaceId, watch, 'Watcher');

    let [killing, kills] = [true, 0];
    const killer = (async () => {
      while (killing) {
        const victim = kills % servers.length;
        await servers[victim]?.kill('SIGKILL');
        kills += 1;
        servers[victim] = await startServerProcess(envs[victim] ?? {});
      }
    })();
    for (let n = 0; n < runs; n += 10) {
      const key = (index: number) => ({ 'idempotency-key': `run-${n + index}` });
      const start = (index: number) => send('POST', `/api/workflows/${worker}/execute`, { async: true, input: {} }, key(index));
      await Promise.all(Array.from({ length: 10 }, (_each, index) => start(index)));
    }
    await eventually(() => expect(kills).toBeGreaterThan(3), 60_000);
    killing = false;
    await killer;

    await eventually(async () => {
      const { rows } = await client.query<{ run: string }>(
        `select e.data->'output'->'result'->'got'->>'runId' as run from delivery d join run_event e on e.stream_id = d.execution_id
         where d.workflow_id = $1 and d.outcome = 'accepted' and e.type = 'execution.completed'`,
        [watcher],
      );
      const { rows: ended } = await client.query<{ run: string }>(
        `select e.stream_id as run from run_event e join run_event s on s.stream_id = e.stream_id and s.version = 1
         where e.type = 'execution.completed' and s.data->>'workflowId' = $1`,
        [worker],
      );
      expect(ended).toHaveLength(runs);
      expect(rows.map(({ run }) => run).toSorted()).toEqual(ended.map(({ run }) => run).toSorted());
    }, 60_000);
  }, 240_000);
});
