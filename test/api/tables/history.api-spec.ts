import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { TableClient } from '../../support/table-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { Ticking } from '../../support/ticking.js';

let server: TestApp;
const clock = new Ticking();

beforeAll(async () => {
  server = await startTestApp({ clock });
}, 60_000);
afterAll(() => server.close());

interface Change {
  readonly id: string;
  readonly operation: string;
  readonly at: string;
  readonly actorId: string;
  readonly cells: readonly object[];
}

const columns = [
  { name: 'name', required: true },
  { name: 'code', unique: true },
  { name: 'n', type: 'number', indexed: true },
];
const create = () => TableClient.create(server, columns);

async function changesOf(table: TableClient, rowId: string): Promise<readonly Change[]> {
  return (await table.get(`/rows/${rowId}/history`).expect(200)).body.data.changes;
}

const patch = (table: TableClient, rowId: string, data: JsonObject) => table.send('patch', `/rows/${rowId}`, { data }).expect(200);
const undo = (table: TableClient, rowId: string, changeId: string) => table.send('post', `/rows/${rowId}/history/${changeId}/undo`, {});

describe('the history of a row', () => {
  it('contains the author, the cells and the time of each change', async () => {
    const table = await create();
    const { id, createdAt } = await table.insert({ name: 'a', n: 1 });
    const changed = await patch(table, id, { name: 'b', n: 1 });
    await patch(table, id, { name: 'b' });
    await table.send('delete', `/rows/${id}`, {}).expect(200);
    const actorId = (await server.as(server.first.apiKey).get('/api/v1/users').expect(200)).body.data[0].id;
    const by = { actorId, actorEmail: 'owner@localhost', executionId: null };
    expect(await changesOf(table, id)).toEqual([
      {
        id: expect.any(String),
        operation: 'delete',
        at: expect.any(String),
        ...by,
        cells: [
          { column: 'n', before: 1, after: null },
          { column: 'name', before: 'b', after: null },
        ].toSorted((a, b) => (a.column < b.column ? 1 : -1)),
      },
      {
        id: expect.any(String),
        operation: 'update',
        at: changed.body.data.row.updatedAt,
        ...by,
        cells: [{ column: 'name', before: 'a', after: 'b' }],
      },
      {
        id,
        operation: 'insert',
        at: createdAt,
        ...by,
        cells: [
          { column: 'name', before: null, after: 'a' },
          { column: 'n', before: null, after: 1 },
        ],
      },
    ]);
  });

  it('is paginated', async () => {
    const table = await create();
    const { id } = await table.insert({ name: '0' });
    for (const name of ['1', '2', '3', '4']) await patch(table, id, { name });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string | number> = { limit: 2, ...(cursor === null ? {} : { cursor }) };
      const { body } = await table.get(`/rows/${id}/history`, query).expect(200);
      seen.push(...body.data.changes.map(({ cells }: { cells: { after: string }[] }) => cells[0]?.after));
      cursor = body.data.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(['4', '3', '2', '1', '0']);
    await table.get(`/rows/${id}/history`, { cursor: 'made-up' }).expect(400);
  });

  it('is not found for a row that never existed', async () => {
    const table = await create();
    const { body } = await table.get('/rows/00000000-0000-4000-8000-000000000000/history').expect(404);
    expect(body).toEqual({ error: 'Row not found', code: 'NOT_FOUND' });
  });
});

describe('a time in the past', () => {
  it('shows rows in their state at that time', async () => {
    const table = await create();
    const times: string[] = [];
    const states: unknown[] = [];
    const remember = async (): Promise<void> => {
      times.push(clock.look());
      states.push((await table.get('/rows', { sort: '{"name":"asc"}' }).expect(200)).body.data.rows);
    };
    await remember();
    const a = await table.insert({ name: 'a', n: 1 });
    const b = await table.insert({ name: 'b', n: 2, code: 'x' });
    await remember();
    await patch(table, a.id, { n: 5, code: 'y' });
    await remember();
    await table.send('delete', `/rows/${b.id}`, {}).expect(200);
    const c = await table.insert({ name: 'c' });
    await remember();
    const [deletion] = await changesOf(table, b.id);
    await undo(table, b.id, deletion?.id ?? '').expect(200);
    await patch(table, b.id, { n: null, code: 'z' });
    await table.send('delete', `/rows/${c.id}`, {}).expect(200);
    await remember();
    for (const [index, asOf] of times.entries()) {
      const { rows, totalCount } = (await table.get('/rows', { asOf, sort: '{"name":"asc"}' }).expect(200)).body.data;
      const then = states[index] as { data: object; position: number; createdAt: string; updatedAt: string; id: string }[];
      expect(withoutEmpty(rows)).toEqual(withoutEmpty(then));
      expect(totalCount).toBe(then.length);
    }
    expect(await table.find({ n: { $gte: 2 } }, { asOf: times[1] ?? '' })).toHaveLength(1);
    const then = await table.get(`/rows/${b.id}`, { asOf: times[2] ?? '' }).expect(200);
    expect(then.body.data.row.data).toEqual({ name: 'b', code: 'x', n: 2 });
    await table.get(`/rows/${b.id}`, { asOf: times[3] ?? '' }).expect(404);
    await table.get(`/rows/${b.id}`, { asOf: 'yesterday' }).expect(400);
  });
});

describe('expired history', () => {
  const keepFor = (retentionDays: number | null) =>
    server.as(server.first.apiKey).patch(`/api/v1/workspaces/${server.first.workspaceId}`).send({ retentionDays }).expect(200);
  const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

  /** Moves the history of the row forty days into the past. */
  async function age(rowId: string): Promise<void> {
    const back = `- interval '40 days'`;
    await server.database.pool.query(`update table_row_change set at = at ${back}, created_at = created_at ${back} where row_id = $1`, [
      rowId,
    ]);
    await server.database.pool.query(
      `update table_row set created_at = created_at ${back}, updated_at = updated_at ${back} where id = $1`,
      [rowId],
    );
  }

  afterAll(() => keepFor(null));

  it('cannot be listed, read or undone, even before it is deleted', async () => {
    const table = await create();
    const [old, gone] = await table.insertAll([{ name: 'a' }, { name: 'b' }]);
    const rowId = old?.id ?? '';
    await patch(table, rowId, { n: 1 });
    const [past] = await changesOf(table, rowId);
    await table.send('delete', `/rows/${gone?.id}`, {}).expect(200);
    await age(rowId);
    await age(gone?.id ?? '');
    await patch(table, rowId, { n: 2 });
    expect((await changesOf(table, rowId)).map(({ operation }) => operation)).toEqual(['update', 'update', 'insert']);
    await table.get('/rows', { asOf: daysAgo(35) }).expect(200);
    await keepFor(30);
    expect((await changesOf(table, rowId)).map(({ cells }) => cells)).toEqual([[{ column: 'n', before: 1, after: 2 }]]);
    await table.get(`/rows/${gone?.id}/history`).expect(404);
    await undo(table, rowId, past?.id ?? '').expect(404);
    await undo(table, rowId, rowId).expect(404);
    for (const path of ['/rows', `/rows/${rowId}`, '/export']) {
      const { body } = await table.get(path, { asOf: daysAgo(35) }).expect(400);
      expect(body.details[0]).toMatchObject({ path: ['asOf'], code: 'out_of_range' });
    }
    expect((await table.get(`/rows/${rowId}`, { asOf: daysAgo(29) }).expect(200)).body.data.row.data).toMatchObject({ n: 1 });
  });

  it('leaves an untouched row with an empty history', async () => {
    const table = await create();
    const { id, updatedAt } = await table.insert({ name: 'a' });
    await age(id);
    await keepFor(30);
    expect(await changesOf(table, id)).toEqual([]);
    const { row } = (await table.get(`/rows/${id}`, { asOf: daysAgo(1) }).expect(200)).body.data;
    expect(Date.parse(row.updatedAt)).toBeLessThan(Date.parse(updatedAt));
  });
});

describe('undoing a change', () => {
  it('restores the cells that it changed, and no others', async () => {
    const table = await create();
    const { id } = await table.insert({ name: 'a', n: 1, code: 'k' });
    await patch(table, id, { n: 2, code: 'l' });
    await patch(table, id, { name: 'b' });
    const [, change] = await changesOf(table, id);
    const { body } = await undo(table, id, change?.id ?? '').expect(200);
    expect(body.data).toMatchObject({ message: 'Change undone successfully', row: { id, data: { name: 'b', n: 1, code: 'k' } } });
    expect((await changesOf(table, id))[0]).toMatchObject({ operation: 'update' });
    await table.insert({ name: 'c', code: 'l' });
    await table.send('post', '/rows', { data: { name: 'd', code: 'k' } }).expect(400);
  });

  it('restores a deleted row at its position', async () => {
    const table = await create();
    const rows = await table.insertAll([{ name: 'a' }, { name: 'b', code: 'k' }, { name: 'c' }]);
    const id = rows[1]?.id ?? '';
    await table.send('delete', `/rows/${id}`, {}).expect(200);
    const [deletion] = await changesOf(table, id);
    await undo(table, id, deletion?.id ?? '').expect(200);
    expect((await table.find()).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect((await table.look()).rowCount).toBe(3);
    await table.send('post', '/rows', { data: { name: 'd', code: 'k' } }).expect(400);
    const { body } = await undo(table, id, deletion?.id ?? '').expect(409);
    expect(body).toMatchObject({ code: 'CONFLICT', error: 'This change cannot be undone: The row has already been restored' });
  });

  it('deletes a new row unless it has been changed', async () => {
    const table = await create();
    const { id } = await table.insert({ name: 'a' });
    await patch(table, id, { n: 1 });
    const { body: refused } = await undo(table, id, id).expect(409);
    const message = 'The row has been changed since';
    expect(refused).toMatchObject({
      error: expect.stringContaining(message),
      details: [{ path: ['rowId'], message, code: 'changed_since' }],
    });
    const fresh = await table.insert({ name: 'b' });
    expect((await undo(table, fresh.id, fresh.id).expect(200)).body.data.row).toBeNull();
    expect((await table.look()).rowCount).toBe(1);
  });

  it('is rejected when a cell has changed since, and names it', async () => {
    const table = await create();
    const { id } = await table.insert({ name: 'a', n: 1 });
    await patch(table, id, { n: 2 });
    await patch(table, id, { n: 3 });
    const [, change] = await changesOf(table, id);
    const { body } = await undo(table, id, change?.id ?? '').expect(409);
    expect(body.details).toEqual([{ path: ['n'], message: 'n has been changed since', code: 'changed_since' }]);
    expect(await table.find()).toEqual([{ name: 'a', n: 3 }]);
  });

  it('is rejected when the columns or other rows no longer allow it', async () => {
    const table = await create();
    const { id } = await table.insert({ name: 'a', n: 1, code: 'k' });
    await patch(table, id, { code: 'l' });
    await table.insert({ name: 'b', code: 'k' });
    const [change] = await changesOf(table, id);
    expect((await undo(table, id, change?.id ?? '').expect(400)).body.details[0].code).toBe('not_unique');
    await patch(table, id, { n: 2 });
    await table.send('delete', '/columns', { columnName: 'n' }).expect(200);
    const [ofN] = await changesOf(table, id);
    expect((await undo(table, id, ofN?.id ?? '').expect(409)).body.details[0].code).toBe('deleted_since');
    await undo(table, id, '00000000-0000-4000-8000-000000000000').expect(404);
  });
});

/** The history does not distinguish empty and absent cells. */
function withoutEmpty(rows: readonly { readonly data: object }[]): object[] {
  return rows.map((row) => ({ ...row, data: Object.fromEntries(Object.entries(row.data).filter(([, cell]) => cell !== null)) }));
}
