import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import type { TriggerCommand } from '#modules/triggers/domain/trigger.decider.js';
import { Triggers } from '#modules/triggers/store/triggers.js';
import { eventually } from '../../support/eventually.js';
import { TableClient } from '../../support/table-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { fieldBlock, triggered } from '../../support/triggers/trigger-documents.js';
import { aState, anEdge } from '../../support/workflow-documents.js';
import { createWorkflow } from '../../support/workflow-api.js';

let server: TestApp;
let second: TestApp;
const deployedHere: string[] = [];

beforeAll(async () => {
  server = await startTestApp();
  second = await startTestApp({ beside: server });
}, 60_000);
afterEach(async () => {
  for (const id of deployedHere.splice(0)) await owner().delete(`/api/v1/workflows/${id}/deploy`).expect(200);
});
afterAll(async () => {
  await second.close();
  await server.close();
});

const owner = () => server.as(server.first.apiKey);
const at = '2026-11-23T12:00:00.000Z';
const columns = [{ name: 'key' }, { name: 'n', type: 'number' }];

async function deployed(state: JsonObject): Promise<string> {
  const id = await createWorkflow(server, { state });
  await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
  deployedHere.push(id);
  return id;
}

const rowBlock = (table: TableClient, fields: JsonObject = {}) =>
  fieldBlock('row', 'table_new_row', { tableSelector: table.id, ...fields });
const watching = (table: TableClient, fields: JsonObject = {}) => deployed(triggered(rowBlock(table, fields)));

interface Delivered {
  readonly outcome: string;
  readonly reason: string | null;
  readonly execution_id: string | null;
}

async function deliveriesOf(workflowId: string): Promise<readonly Delivered[]> {
  const { rows } = await server.database.pool.query<Delivered>(
    'select outcome, reason, execution_id from delivery where workflow_id = $1 order by received_at, id',
    [workflowId],
  );
  return rows;
}

/** What the ended runs of a workflow received, in the order of their deliveries. */
async function inputsOf(workflowId: string): Promise<readonly JsonObject[]> {
  const { rows } = await server.database.pool.query<{ got: JsonObject }>(
    `select e.data->'output'->'result'->'got' as got from delivery d join run_event e on e.stream_id = d.execution_id
     where d.workflow_id = $1 and e.type = 'execution.completed' order by d.received_at, d.id`,
    [workflowId],
  );
  return rows.map(({ got }) => got);
}

async function received(workflowId: string, count: number): Promise<readonly JsonObject[]> {
  return eventually(async () => {
    const inputs = await inputsOf(workflowId);
    expect(inputs).toHaveLength(count);
    return inputs;
  }, 20_000);
}

async function nothingWaits(): Promise<void> {
  await eventually(async () => {
    const { rows } = await server.database.pool.query('select from table_row_event');
    expect(rows).toHaveLength(0);
  }, 20_000);
}

describe('a watched table', () => {
  it('starts a run for an inserted row, with its cells by name', async () => {
    const table = await TableClient.create(server, columns);
    const workflowId = await watching(table);
    const row = await table.insert({ key: 'a', n: 1 });
    expect(await received(workflowId, 1)).toEqual([
      {
        row: { key: 'a', n: 1 },
        rawRow: { key: 'a', n: 1 },
        previousRow: null,
        changedColumns: [],
        rowId: row.id,
        eventType: 'insert',
        headers: ['key', 'n'],
        tableId: table.id,
        tableName: expect.any(String),
        timestamp: row.createdAt,
      },
    ]);
    const log = await owner().get('/api/v1/logs').query({ workspaceId: server.first.workspaceId, workflowIds: workflowId }).expect(200);
    expect(log.body.data).toMatchObject([{ trigger: 'webhook' }]);
  });

  it('starts a run for an update of a watched column, and none for one of another column', async () => {
    const table = await TableClient.create(server, columns);
    const workflowId = await watching(table, { eventType: 'update', watchColumns: 'n', includeHeaders: false });
    const { id } = await table.insert({ key: 'a', n: 1 });
    await table.send('patch', `/rows/${id}`, { data: { key: 'b' } }).expect(200);
    await table.send('patch', `/rows/${id}`, { data: { n: 2 } }).expect(200);
    expect(await received(workflowId, 1)).toMatchObject([
      { row: null, rawRow: { key: 'b', n: 2 }, previousRow: { key: 'b', n: 1 }, changedColumns: ['n'], headers: [], eventType: 'update' },
    ]);
  });

  it('starts a run for a deleted row, with its last cells', async () => {
    const table = await TableClient.create(server, columns);
    const workflowId = await watching(table, { eventType: 'delete' });
    const { id } = await table.insert({ key: 'a', n: 1 });
    await table.send('delete', '/rows', { rowIds: [id] }).expect(200);
    expect(await received(workflowId, 1)).toMatchObject([{ rowId: id, row: { key: 'a', n: 1 }, previousRow: { key: 'a', n: 1 } }]);
  });

  it('delivers the changes of a row in their order', async () => {
    const table = await TableClient.create(server, columns);
    const workflowId = await watching(table, { eventType: 'update' });
    const { id } = await table.insert({ key: 'a', n: 0 });
    for (let n = 1; n <= 20; n += 1) await table.send('patch', `/rows/${id}`, { data: { n } }).expect(200);
    expect((await received(workflowId, 20)).map(({ rawRow }) => (rawRow as { n: number }).n)).toEqual(
      Array.from({ length: 20 }, (_each, index) => index + 1),
    );
  });

  it('starts one run for each row of an import, or one for up to 100 rows with batch', async () => {
    const table = await TableClient.create(server, columns);
    const one = await watching(table);
    const batched = await watching(table, { batch: true });
    await table.insertAll(Array.from({ length: 250 }, (_each, n) => ({ key: `k${n}`, n })));
    const batches = await eventually(async () => {
      const all = await inputsOf(batched);
      expect(all.flatMap(({ rows }) => rows as object[])).toHaveLength(250);
      return all;
    }, 20_000);
    expect(batches.flatMap(({ rows }) => rows as { row: { n: number } }[]).map(({ row }) => row.n)).toEqual([...Array(250).keys()]);
    for (const { rowCount } of batches) expect(rowCount).toBeLessThanOrEqual(100);
    expect(new Set((await received(one, 250)).map(({ rowId }) => rowId)).size).toBe(250);
    expect(await deliveriesOf(one)).toHaveLength(250);
  });

  it('fires the table block in trigger mode that editors export', async () => {
    const table = await TableClient.create(server, columns);
    const fields = { manualTableId: table.id, eventType: 'insert', triggerId: 'table_new_row', watchColumns: [] };
    const block = fieldBlock('row', 'table', fields, { triggerMode: true });
    const workflowId = await deployed(triggered(block));
    await table.insert({ key: 'a', n: 1 });
    expect(await received(workflowId, 1)).toMatchObject([{ row: { key: 'a', n: 1 } }]);
  });
});

describe('a trigger of rows', () => {
  it.each<[string, JsonObject, string, string]>([
    ['an unknown table', { tableSelector: '019aa000-0000-7000-8000-000000000000' }, 'tableSelector', 'unknown_table'],
    ['no table', { tableSelector: '' }, 'tableSelector', 'required'],
    ['an unknown column', { eventType: 'update', watchColumns: ['n', 'missing'] }, 'watchColumns', 'unknown_column'],
    ['an unknown kind of change', { eventType: 'upsert' }, 'eventType', 'invalid_value'],
  ])('keeps a version with %s from being deployed', async (_what, fields, field, code) => {
    const table = await TableClient.create(server, columns);
    const id = await createWorkflow(server, { state: triggered(rowBlock(table, fields)) });
    const { body } = await owner().post(`/api/v1/workflows/${id}/deploy`).expect(400);
    expect(body.details).toEqual([expect.objectContaining({ path: ['blocks', 'row', field], code })]);
    const { rows } = await server.database.pool.query('select from table_row_watch where table_id = $1', [table.id]);
    expect(rows).toHaveLength(0);
  });

  it('receives nothing after the end of the deployment', async () => {
    const table = await TableClient.create(server, columns);
    const workflowId = await watching(table);
    await owner().delete(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
    deployedHere.length = 0;
    await table.insert({ key: 'a' });
    await nothingWaits();
    expect(await deliveriesOf(workflowId)).toEqual([]);
  });

  it.each<[string, TriggerCommand, string, string | null]>([
    ['paused with hold', { type: 'pause', mode: 'hold', at }, 'held', null],
    ['paused with drop', { type: 'pause', mode: 'drop', at }, 'refused', 'paused'],
    ['disabled', { type: 'disable', reason: 'consecutive-failures', failures: 100, at }, 'refused', 'disabled'],
  ])('that is %s starts no run', async (_state, command, outcome, reason) => {
    const table = await TableClient.create(server, columns);
    const workflowId = await watching(table);
    const { rows } = await server.database.pool.query<{ id: string }>('select id from trigger where workflow_id = $1', [workflowId]);
    await server.app.get(Triggers).change(rows[0]?.id ?? '', {}, () => command);
    await table.insert({ key: 'a' });
    await eventually(async () => expect(await deliveriesOf(workflowId)).toMatchObject([{ outcome, reason, execution_id: null }]));
  });

  it('that starts a run which changes its own table ends when the chain of calls is too deep', async () => {
    const table = await TableClient.create(server, columns);
    const insert = fieldBlock('again', 'table', {
      operation: 'insert_row',
      tableId: table.id,
      data: '{"key": "again", "n": 1}',
    });
    const workflowId = await deployed(aState([rowBlock(table), insert], [anEdge('row', 'again')]));
    await table.insert({ key: 'first', n: 0 });
    await eventually(async () => {
      const outcomes = (await deliveriesOf(workflowId)).map(({ outcome, reason }) => reason ?? outcome);
      expect(outcomes).toEqual([...Array<string>(25).fill('accepted'), 'call-chain-too-deep']);
    }, 30_000);
  });
});
