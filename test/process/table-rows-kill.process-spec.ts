import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '../support/eventually.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { fieldBlock, triggered } from '../support/triggers/trigger-documents.js';

const rows = 600;

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
async function send<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  return eventually(async () => {
    for (const server of servers) {
      const answer = await server.call<Body>(method, path, body).catch(() => undefined);
      if (answer !== undefined && answer.status < 300) return answer.body;
    }
    throw new Error(`No process accepted ${method} ${path}`);
  }, 30_000);
}

async function count(sql: string): Promise<number> {
  return (await client.query<{ n: number }>(`select count(*)::int as n from ${sql}`)).rows[0]?.n ?? 0;
}

describe('two processes of which one after the other is killed while rows change', () => {
  it('deliver each change exactly once, in the order of its row, and every run ends once', async () => {
    const { data: workspaces } = await send<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
    const workspaceId = workspaces[0]?.id ?? '';
    const schema = { columns: [{ name: 'n', type: 'number' }] };
    const { data } = await send<{ data: { table: { id: string } } }>('POST', '/api/v1/tables', { workspaceId, name: 'watched', schema });
    const tableId = data.table.id;
    const block = (id: string, eventType: string, batch = false) =>
      fieldBlock(id, 'table_new_row', { tableSelector: tableId, eventType, batch });
    const state = triggered(block('added', 'insert'), block('changed', 'update'), block('together', 'insert', true));
    const document = { version: '1.0', state: { ...state, metadata: { name: 'Rows' } } };
    const made = await send<{ data: { id: string } }>('POST', '/api/v1/workflows/import', { workspaceId, workflow: document });
    await send('POST', `/api/v1/workflows/${made.data.id}/deploy`);

    let [killing, kills] = [true, 0];
    const killer = (async () => {
      while (killing) {
        const victim = kills % servers.length;
        await servers[victim]?.kill('SIGKILL');
        kills += 1;
        servers[victim] = await startServerProcess(envs[victim] ?? {});
      }
    })();
    const values = await client.query<{ columns: { id: string }[] }>('select columns from data_table where id = $1', [tableId]);
    const columnId = values.rows[0]?.columns[0]?.id ?? '';
    for (let n = 0; n < rows; n += 100) {
      const added = Array.from({ length: 100 }, (_each, index) => ({ n: n + index }));
      await send('POST', `/api/v1/tables/${tableId}/rows`, { workspaceId, rows: added });
      await send('PUT', `/api/v1/tables/${tableId}/rows`, { workspaceId, filter: { n: { $gte: 0 } }, data: { n: n + 1_000 }, limit: 1 });
    }
    await eventually(() => expect(kills).toBeGreaterThan(3), 60_000);
    killing = false;
    await killer;

    const inserted = await count('table_row');
    const updates = await count(`table_row_change where operation = 'update'`);
    expect(inserted).toBeGreaterThanOrEqual(rows);
    await eventually(async () => expect(await count('table_row_event')).toBe(0), 60_000);
    await eventually(async () => {
      expect(await count(`run_event where type = 'execution.completed'`)).toBe(await count(`delivery where outcome = 'accepted'`));
    }, 60_000);
    const { rows: got } = await client.query<{ from: string; got: { rowId: string; row: { n: number }; rows: { rowId: string }[] } }>(
      `select e.data->'output'->'result'->>'from' as from, e.data->'output'->'result'->'got' as got
       from delivery d join run_event e on e.stream_id = d.execution_id and e.type = 'execution.completed'
       where d.outcome = 'accepted' order by d.received_at, d.id`,
    );
    const added = got.filter(({ from }) => from === 'added').map((run) => run.got.rowId);
    expect([added.length, new Set(added).size]).toEqual([inserted, inserted]);
    const together = got.filter(({ from }) => from === 'together').flatMap((run) => run.got.rows.map(({ rowId }) => rowId));
    expect([together.length, new Set(together).size]).toEqual([inserted, inserted]);
    const changes = got.filter(({ from }) => from === 'changed');
    expect(changes).toHaveLength(updates);
    const history = await client.query<{ row_id: string; n: number }>(
      `select row_id, (after->>$1)::int as n from table_row_change where operation = 'update' order by seq`,
      [columnId],
    );
    const byRow = (all: readonly { row: string; n: number }[]) => Object.fromEntries(Map.groupBy(all, ({ row }) => row));
    expect(byRow(changes.map((run) => ({ row: run.got.rowId, n: run.got.row.n })))).toEqual(
      byRow(history.rows.map(({ row_id: row, n }) => ({ row, n }))),
    );
  }, 240_000);
});
