import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { startKilledServers, type KilledServers } from '../support/killed-servers.js';
import { fieldBlock, triggered } from '../support/triggers/trigger-documents.js';

const rows = 600;

let servers: KilledServers;

beforeAll(async () => {
  servers = await startKilledServers();
}, 120_000);
afterAll(() => servers.finish());

describe('two processes of which one after the other is killed while rows change', () => {
  it('deliver each change exactly once, in the order of its row, and every run ends once', async () => {
    const { client, send, count, workspaceId } = servers;
    const schema = { columns: [{ name: 'n', type: 'number' }] };
    const { data } = await send<{ data: { table: { id: string } } }>('POST', '/api/v1/tables', { workspaceId, name: 'watched', schema });
    const tableId = data.table.id;
    const block = (id: string, eventType: string, batch = false) =>
      fieldBlock(id, 'table_new_row', { tableSelector: tableId, eventType, batch });
    const state = triggered(block('added', 'insert'), block('changed', 'update'), block('together', 'insert', true));
    await servers.deploy('Rows', state);

    const values = await client.query<{ columns: { id: string }[] }>('select columns from data_table where id = $1', [tableId]);
    const columnId = values.rows[0]?.columns[0]?.id ?? '';
    await servers.killing(async () => {
      for (let n = 0; n < rows; n += 100) {
        const added = Array.from({ length: 100 }, (_each, index) => ({ n: n + index }));
        await send('POST', `/api/v1/tables/${tableId}/rows`, { workspaceId, rows: added });
        await send('PUT', `/api/v1/tables/${tableId}/rows`, { workspaceId, filter: { n: { $gte: 0 } }, data: { n: n + 1_000 }, limit: 1 });
      }
    });

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
