import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { JsonObject } from '#kernel/json.js';
import { statusesOf, TableClient } from '../../support/table-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const create = (body: JsonObject) =>
  owner()
    .post('/api/v1/tables')
    .send({ workspaceId: server.first.workspaceId, ...body });
const text = (name: string) => ({ name, type: 'string' });
const plain = { required: false, unique: false };

describe('a table', () => {
  it('is created, listed, read and archived', async () => {
    const columns = [{ name: 'email', type: 'string', required: true, unique: true }, text('note')];
    const { body } = await create({ name: 'people', description: 'Who we know', schema: { columns } }).expect(200);
    const { table } = body.data;
    expect(body).toMatchObject({ success: true, data: { message: 'Table created successfully' } });
    expect(table).toEqual({
      id: expect.any(String),
      name: 'people',
      description: 'Who we know',
      schema: { columns: [columns[0], { ...text('note'), ...plain }] },
      rowCount: 0,
      maxRows: 100_000_000,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: table.createdAt,
    });
    const { workspaceId } = server.first;
    const path = `/api/v1/tables/${table.id}`;
    expect((await owner().get(path).query({ workspaceId }).expect(200)).body).toEqual({ success: true, data: { table } });
    const list = await owner().get('/api/v1/tables').query({ workspaceId }).expect(200);
    expect(list.body.data).toEqual({ tables: [table], totalCount: 1 });
    const archived = await owner().delete(path).query({ workspaceId }).expect(200);
    expect(archived.body).toEqual({ success: true, data: { id: table.id, message: 'Table archived successfully' } });
    expect((await owner().get(path).query({ workspaceId }).expect(404)).body).toEqual({ error: 'Table not found', code: 'NOT_FOUND' });
    await owner().delete(path).query({ workspaceId }).expect(404);
    await create({ name: 'people', schema: { columns } }).expect(200);
  });

  it.each([
    [{ name: 'a-b', schema: { columns: [text('a')] } }, ['name']],
    [{ name: 'x'.repeat(51), schema: { columns: [text('a')] } }, ['name']],
    [{ name: 7, schema: { columns: [text('a')] } }, ['name']],
    [{ schema: { columns: [text('a')] } }, ['name']],
    [{ name: 'a' }, ['schema']],
    [{ name: 'a', description: 'x'.repeat(501), schema: { columns: [text('a')] } }, ['description']],
    [{ name: 'a', schema: { columns: [] } }, ['schema', 'columns']],
    [{ name: 'a', schema: { columns: 'no' } }, ['schema', 'columns']],
    [{ name: 'a', schema: { columns: Array.from({ length: 51 }, (_, n) => text(`c${n}`)) } }, ['schema', 'columns']],
    [{ name: 'a', schema: { columns: [text('a'), text('A')] } }, ['schema', 'columns', 1, 'name']],
    [{ name: 'a', schema: { columns: [text('1a')] } }, ['schema', 'columns', 0, 'name']],
    [{ name: 'a', schema: { columns: [text('__proto__')] } }, ['schema', 'columns', 0, 'name']],
    [{ name: 'a', schema: { columns: [{ name: 'a', type: 'uuid' }] } }, ['schema', 'columns', 0, 'type']],
    [{ name: 'a', schema: { columns: [{ name: 'a', type: 'json', indexed: true }] } }, ['schema', 'columns', 0, 'indexed']],
    [{ name: 'a', schema: { columns: [{ ...text('a'), unique: 'yes' }] } }, ['schema', 'columns', 0, 'unique']],
  ])('is rejected as %j', async (body, path) => {
    const answer = await create(body as JsonObject).expect(400);
    expect(answer.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path }] });
  });

  describe('a problem of a request', () => {
    const nowhere = '/api/v1/tables/0197a5e0-0000-7000-8000-000000000000';
    const row = { data: { a: 'x' } };
    it.each([
      ['a name', 'post', '/api/v1/tables', { name: '1 bad', schema: { columns: [text('a')] } }],
      ['a column of a new table', 'post', '/api/v1/tables', { name: 'good', schema: { columns: [text('1 bad')] } }],
      ['a new column', 'post', `${nowhere}/columns`, { column: { name: 'a', type: 'uuid' } }],
      ['a changed column', 'patch', `${nowhere}/columns`, { columnName: 'a', updates: { unique: 'yes' } }],
      ['an empty change', 'patch', `${nowhere}/columns`, { columnName: 'a', updates: {} }],
      ['no rows', 'post', `${nowhere}/rows`, { rows: [] }],
      ['too many rows', 'post', `${nowhere}/rows`, { rows: Array.from({ length: 1001 }, () => ({})) }],
      ['invalid rows', 'post', `${nowhere}/rows`, { rows: ['x'] }],
      ['an update of everything', 'put', `${nowhere}/rows`, { ...row, filter: {} }],
      ['an operator', 'put', `${nowhere}/rows`, { ...row, filter: { $or: [{ a: { $like: '*' } }, { a: { $where: '1' } }] } }],
      ['a deletion of everything', 'delete', `${nowhere}/rows`, { filter: {} }],
      ['a list of filters', 'delete', `${nowhere}/rows`, { filter: { $and: {} } }],
    ] as const)('is reported before access is checked and the table is read: %s', async (_, method, path, body) => {
      const workspaceId = '0197a5e0-0000-7000-8000-000000000001';
      const client = owner();
      const foreign = await client[method](path).send({ workspaceId, ...body });
      const absent = await client[method](path).send({ workspaceId: server.first.workspaceId, ...body });
      expect([foreign.status, absent.status]).toEqual([400, 400]);
    });

    it.each([
      ['rows', { filter: '{"a":{"$where":1}}' }],
      ['rows', { filter: '[]' }],
      ['rows', { sort: '{"a":"up"}' }],
      ['export', { filter: '{"$nor":[]}' }],
      ['rows', { filter: '{"__proto__":{"$gt":1}}' }],
    ])('is reported before access is checked and %s are read: %j', async (part, query) => {
      for (const workspaceId of ['0197a5e0-0000-7000-8000-000000000001', server.first.workspaceId]) {
        await owner()
          .get(`${nowhere}/${part}`)
          .query({ workspaceId, ...query })
          .expect(400);
      }
    });
  });

  it('has a unique name in its workspace', async () => {
    const body = { name: 'only_once', schema: { columns: [text('a')] } };
    const answers = await Promise.all([create(body), create(body), create(body)]);
    expect(statusesOf(answers)).toEqual([200, 400, 400]);
    const refused = await create(body).expect(400);
    expect(refused.body.details).toEqual([
      { path: ['name'], message: 'A table named "only_once" already exists in this workspace', code: 'duplicate' },
    ]);
  });

  it('requires a workspace', async () => {
    const { body } = await owner().get('/api/v1/tables').expect(400);
    expect(body.details).toEqual([{ path: ['workspaceId'], message: 'workspaceId is required', code: 'required' }]);
  });

  it('in another workspace gets the same response as an absent one', async () => {
    const table = await TableClient.create(server, [{ name: 'a' }]);
    const other = (await owner().post('/api/v1/workspaces').send({ name: 'Other' }).expect(200)).body.data.id as string;
    const answers = await Promise.all(
      [table.id, '00000000-0000-4000-8000-000000000000', 'nonsense'].map((id) =>
        owner().get(`/api/v1/tables/${id}/rows`).query({ workspaceId: other }).expect(404),
      ),
    );
    expect(new Set(answers.map(({ text: body }) => body)).size).toBe(1);
  });
});

describe('a column', () => {
  it('is added at a position, changed and deleted, and rows keep their cells', async () => {
    const table = await TableClient.create(server, [{ name: 'a' }, { name: 'b' }]);
    await table.insert({ a: '1', b: '2' });
    const added = await table.send('post', '/columns', { column: { ...text('front'), position: 0 } }).expect(200);
    expect(added.body).toEqual({ success: true, data: { columns: ['front', 'a', 'b'].map((name) => ({ ...text(name), ...plain })) } });
    await table.send('post', '/columns', { column: { ...text('end'), position: 99 } }).expect(200);
    const renamed = await table.send('patch', '/columns', { columnName: 'b', updates: { name: 'c', indexed: true } }).expect(200);
    expect(renamed.body.data.columns.map(({ name }: { name: string }) => name)).toEqual(['front', 'a', 'c', 'end']);
    expect(renamed.body.data.columns[2]).toEqual({ ...text('c'), ...plain, indexed: true });
    expect(await table.find()).toEqual([{ a: '1', c: '2' }]);
    await table.send('delete', '/columns', { columnName: 'a' }).expect(200);
    expect(await table.find()).toEqual([{ c: '2' }]);
    await table.send('post', '/columns', { column: text('a') }).expect(200);
    expect(await table.find()).toEqual([{ c: '2' }]);
  });

  it.each([
    ['post', { column: text('A') }, 400, 'Column "A" already exists'],
    ['post', { column: { ...text('x'), position: -1 } }, 400, 'column.position must be a whole number, 0 or more'],
    ['post', {}, 400, 'column is required'],
    ['patch', { columnName: 'x', updates: { name: 'y' } }, 404, 'Column "x" not found'],
    ['patch', { columnName: 'a', updates: {} }, 400, 'No updates specified'],
    ['patch', { columnName: 'a', updates: { name: 'B' } }, 400, 'Column "B" already exists'],
    ['delete', { columnName: 'x' }, 404, 'Column "x" not found'],
    ['delete', {}, 400, 'columnName is required'],
  ] as const)('is rejected with %s %j', async (method, body, status, message) => {
    const table = await TableClient.create(server, [{ name: 'a' }, { name: 'b' }]);
    const answer = await table.send(method, '/columns', body).expect(status);
    expect(answer.body.error).toBe(message);
  });

  it('cannot be deleted if it is the last one', async () => {
    const table = await TableClient.create(server, [{ name: 'a' }]);
    const { body } = await table.send('delete', '/columns', { columnName: 'a' }).expect(400);
    expect(body.error).toBe('Cannot delete the last column in a table');
  });

  it('becomes required or unique only where the rows are so already', async () => {
    const table = await TableClient.create(server, [{ name: 'a' }, { name: 'b' }]);
    await table.insertAll([{ a: 'x', b: '1' }, { a: 'X' }]);
    const update = (columnName: string, updates: JsonObject) => table.send('patch', '/columns', { columnName, updates });
    const required = await update('b', { required: true }).expect(400);
    expect(required.body.error).toBe('Cannot set column "b" as required: 1 row(s) have null, missing, or empty values');
    const unique = await update('a', { unique: true }).expect(400);
    expect(unique.body.error).toBe('Cannot set column "a" as unique: duplicate values exist');
    await table.insert({ a: 'x' });
    await update('b', { unique: true }).expect(200);
    await table.send('post', '/rows', { data: { b: '1' } }).expect(400);
    await update('b', { unique: false, indexed: true }).expect(200);
    await table.insert({ b: '1' });
    expect(await table.find({ b: '1' })).toHaveLength(2);
    await update('b', { unique: true }).expect(400);
    await update('a', { required: true }).expect(400);
    await update('b', { indexed: false }).expect(200);
    expect(await table.find({ b: '1' })).toHaveLength(2);
  });

  it('is given another type where all its cells can be of it', async () => {
    const table = await TableClient.create(server, [{ name: 'a', indexed: true }]);
    await table.insertAll([{ a: '10' }, { a: '9' }, { a: 'nine' }]);
    const retype = (type: string) => table.send('patch', '/columns', { columnName: 'a', updates: { type } });
    const { body } = await retype('number').expect(400);
    expect(body.error).toBe(
      'Cannot change column "a" to type "number": 1 row(s) have incompatible values. Fix or remove the incompatible values first.',
    );
    expect(await table.find({}, { sort: '{"a":"asc"}' })).toEqual([{ a: '10' }, { a: '9' }, { a: 'nine' }]);
    await table.send('delete', '/rows', { filter: { a: 'nine' } }).expect(200);
    await retype('number').expect(200);
    expect(await table.find({ a: { $gt: 1 } }, { sort: '{"a":"asc"}' })).toEqual([{ a: 9 }, { a: 10 }]);
    await retype('string').expect(200);
    expect(await table.find({ a: '9' })).toEqual([{ a: '9' }]);
  });

  it.each(['007', '+49', '12345678901234567890'])('stays a text where %s would lose a part of it as a number', async (cell) => {
    const table = await TableClient.create(server, [{ name: 'a' }]);
    await table.insert({ a: cell });
    await table.send('patch', '/columns', { columnName: 'a', updates: { type: 'number' } }).expect(400);
    expect(await table.find()).toEqual([{ a: cell }]);
  });

  it('keeps its type where unique values would become equal', async () => {
    const table = await TableClient.create(server, [{ name: 'a', unique: true }]);
    await table.insertAll([{ a: '1' }, { a: '1.0' }]);
    const { body } = await table.send('patch', '/columns', { columnName: 'a', updates: { type: 'number' } }).expect(400);
    expect(body.details).toEqual([
      {
        path: ['updates', 'type'],
        message: 'Cannot change unique column "a" to type "number": some values would be equal',
        code: 'not_unique',
      },
    ]);
  });

  it('takes its cells with it when it is deleted, and leaves room and changes that can be undone', async () => {
    const table = await TableClient.create(server, [{ name: 'k', unique: true }, { name: 'big' }, { name: 'b' }]);
    const { id } = await table.insert({ k: 'one', big: 'x'.repeat(60_000) });
    await table.send('delete', '/columns', { columnName: 'big' }).expect(200);
    const { rows } = await server.app.get(Pool, { strict: false }).query('select data from table_row where id = $1', [id]);
    expect(Object.values(rows[0].data)).toEqual(['one']);
    await table.send('patch', `/rows/${id}`, { data: { b: 'y'.repeat(90_000) } }).expect(200);
    await table.send('post', '/rows/upsert', { data: { k: 'one', b: 'z' } }).expect(200);
    const [change] = (await table.get(`/rows/${id}/history`).expect(200)).body.data.changes as { id: string }[];
    await table.send('post', `/rows/${id}/history/${change?.id}/undo`, {}).expect(200);
    expect(await table.find()).toEqual([{ k: 'one', b: 'y'.repeat(90_000) }]);
  });
});
