import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TableClient } from '../../support/table-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let table: TableClient;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const people = [
  { name: 'email', required: true, unique: true },
  { name: 'age', type: 'number', indexed: true },
  { name: 'member', type: 'boolean' },
  { name: 'born', type: 'date' },
  { name: 'extra', type: 'json' },
];
const nobody = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  table = await TableClient.create(server, people);
});

describe('a row', () => {
  it('is inserted, read, updated in part, and deleted', async () => {
    const data = { email: 'ada@example.org', age: 36, member: true, born: '1815-12-10', extra: { tags: ['x'] } };
    const answer = await table.send('post', '/rows', { data }).expect(200);
    expect(answer.body).toMatchObject({ success: true, data: { message: 'Row inserted successfully', row: { data, position: 0 } } });
    const { id } = answer.body.data.row;
    expect((await table.get(`/rows/${id}`).expect(200)).body.data.row).toEqual(answer.body.data.row);
    const patched = await table.send('patch', `/rows/${id}`, { data: { age: 37, member: null } }).expect(200);
    expect(patched.body.data).toMatchObject({ message: 'Row updated successfully', row: { id, position: 0 } });
    expect(patched.body.data.row.data).toEqual({ ...data, age: 37, member: null });
    const deleted = await table.send('delete', `/rows/${id}`, {}).expect(200);
    expect(deleted.body.data).toEqual({ id, message: 'Row deleted successfully', deletedCount: 1 });
    expect((await table.get(`/rows/${id}`).expect(404)).body).toEqual({ error: 'Row not found', code: 'NOT_FOUND' });
  });

  it.each([
    [['age'], '{"age": 1e999}'],
    [['age'], '{"age": -1e999}'],
    [['extra', 'deep', 0], '{"extra": {"deep": [1e999]}}'],
  ])('is refused when JSON cannot keep a number: %j in %s', async (place, cells) => {
    const { apiKey, workspaceId } = server.first;
    const data = `{"email": "big@example.org", ${cells.slice(1)}`;
    const { body } = await server
      .as(apiKey)
      .post(`${table.path}/rows`)
      .type('application/json')
      .send(`{"workspaceId": "${workspaceId}", "data": ${data}}`)
      .expect(400);
    expect(body.details).toMatchObject([{ path: ['data', ...place], message: 'The number must be between -1.8e308 and 1.8e308' }]);
    expect(await table.find({ email: 'big@example.org' })).toEqual([]);
  });

  it.each(['afterRowId', 'beforeRowId'])('is not put where %s says', async (field) => {
    const { body } = await table.send('post', '/rows', { data: { email: 'place@example.org' }, [field]: nobody }).expect(400);
    expect(body.details).toMatchObject([{ path: [field], code: 'not_allowed' }]);
    expect(await table.find({ email: 'place@example.org' })).toEqual([]);
  });

  it('is deleted by a request that names the workspace in the query', async () => {
    const { id } = await table.insert({ email: 'query@example.org' });
    const { workspaceId } = server.first;
    await server.as(server.first.apiKey).delete(`${table.path}/rows/${id}`).expect(400);
    await server.as(server.first.apiKey).delete(`${table.path}/rows/${id}`).query({ workspaceId }).expect(200);
  });

  it('keeps dates as dates and stores times in UTC', async () => {
    const { data } = await table.insert({ email: 'time@example.org', born: '2031-03-04T05:06:07+02:00' });
    expect(data).toEqual({ email: 'time@example.org', born: '2031-03-04T03:06:07.000Z' });
  });

  it('is rejected with all its problems', async () => {
    const { body } = await table.send('post', '/rows', { data: { age: '7', member: 'yes', born: '2031-02-30', colour: 1 } }).expect(400);
    expect(body).toMatchObject({ error: 'Row data does not match schema', code: 'VALIDATION_FAILED' });
    expect(body.details).toEqual([
      { path: ['data', 'age'], message: 'age must be number, got string', code: 'invalid_type' },
      { path: ['data', 'member'], message: 'member must be boolean, got string', code: 'invalid_type' },
      { path: ['data', 'born'], message: expect.stringContaining('born must be a valid date'), code: 'invalid_type' },
      { path: ['data', 'colour'], message: 'Column "colour" does not exist in this table', code: 'unknown_column' },
      { path: ['data', 'email'], message: 'Missing required field: email', code: 'required' },
    ]);
  });

  it('may not be larger than 100 KB', async () => {
    const { body } = await table.send('post', '/rows', { data: { email: 'big@example.org', extra: 'x'.repeat(102_400) } }).expect(400);
    expect(body.details).toEqual([{ path: ['data'], message: 'A row must not be larger than 100 KB', code: 'out_of_range' }]);
  });

  it('must keep its required cells in an update', async () => {
    const { id } = await table.insert({ email: 'kept@example.org' });
    const { body } = await table.send('patch', `/rows/${id}`, { data: { email: null } }).expect(400);
    expect(body.error).toBe('Schema validation failed: Missing required field: email');
    await table.send('patch', `/rows/${nobody}`, { data: { age: 1 } }).expect(404);
  });

  it('cannot have a value of a unique column that another row has, ignoring case', async () => {
    await table.insert({ email: 'one@example.org' });
    const { body } = await table.send('post', '/rows', { data: { email: 'ONE@example.org' } }).expect(400);
    const message = 'Column "email" must be unique. Value "ONE@example.org" already exists';
    expect(body).toMatchObject({ error: `Unique constraint violation: ${message}`, code: 'VALIDATION_FAILED' });
    expect(body.details).toEqual([{ path: ['data', 'email'], message, code: 'not_unique' }]);
    const { id } = await table.insert({ email: 'two@example.org' });
    await table.send('patch', `/rows/${id}`, { data: { email: 'one@example.org' } }).expect(400);
    await table.send('patch', `/rows/${id}`, { data: { email: 'TWO@example.org' } }).expect(200);
  });

  it('does not accept column names from prototypes', async () => {
    const own = await TableClient.create(server, [{ name: 'constructor' }, { name: 'toString' }]);
    const { data } = await own.insert({ constructor: 'a', toString: 'b' });
    expect(Object.entries(data)).toEqual([
      ['constructor', 'a'],
      ['toString', 'b'],
    ]);
    expect(await own.find({ constructor: 'a' })).toEqual([data]);
    const body = `{"workspaceId":"${server.first.workspaceId}","data":{"toString":"c","__proto__":{"polluted":1}}}`;
    const answer = await server.as(server.first.apiKey).post(`${own.path}/rows`).type('json').send(body).expect(400);
    expect(answer.body.details).toMatchObject([{ path: ['data', '__proto__'] }]);
    const filter = await own.get('/rows', { filter: '{"$and":[{"__proto__":"a"}]}' }).expect(400);
    expect(filter.body.details).toMatchObject([{ path: ['filter', '$and', 0, '__proto__'] }]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('many rows', () => {
  it('are inserted as a whole or not at all', async () => {
    const before = await table.look();
    const good = [{ email: 'a@batch' }, { email: 'b@batch' }];
    const { body } = await table.send('post', '/rows', { rows: [...good, { email: 7 }] }).expect(400);
    expect(body.error).toBe('Validation failed for some rows');
    expect(body.details[0]).toMatchObject({ path: ['rows', 2, 'email'], code: 'invalid_type' });
    const twice = await table.send('post', '/rows', { rows: [...good, { email: 'A@batch' }] }).expect(400);
    expect(twice.body.error).toBe('Unique constraint violations in batch');
    expect(twice.body.details[0]).toMatchObject({ path: ['rows', 2, 'email'], code: 'not_unique' });
    expect(await table.look()).toEqual(before);
    const inserted = await table.send('post', '/rows', { rows: good }).expect(200);
    expect(inserted.body.data).toMatchObject({ insertedCount: 2, message: 'Successfully inserted 2 rows' });
    expect((await table.look()).rowCount).toBe(before.rowCount + 2);
    await table.send('post', '/rows', { rows: [] }).expect(400);
    await table.send('post', '/rows', { rows: good, data: good[0] ?? {} }).expect(400);
    await table.send('post', '/rows', {}).expect(400);
  });

  it('are read page by page by a cursor or by an offset, not by both', async () => {
    const own = await TableClient.create(server, people);
    await own.insertAll([1, 2, 3, 4].map((age) => ({ email: `${age}@pages`, age })));
    const ages = (body: { data: { rows: { data: { age: number } }[] } }): number[] => body.data.rows.map(({ data }) => data.age);
    const first = await own.get('/rows', { limit: 2 }).expect(200);
    const { nextCursor: cursor } = first.body.data;
    const second = await own.get('/rows', { limit: 2, cursor }).expect(200);
    expect([ages(first.body), ages(second.body)]).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(ages((await own.get('/rows', { limit: 2, offset: 3 }).expect(200)).body)).toEqual([4]);
    for (const offset of [0, 3]) {
      const { body } = await own.get('/rows', { limit: 2, cursor, offset }).expect(400);
      expect(body.details).toMatchObject([{ path: ['offset'], code: 'not_allowed' }]);
    }
  });

  it('are read in shorter pages where they are large', async () => {
    const own = await TableClient.create(server, [{ name: 'n', type: 'number' }, { name: 'big' }]);
    for (let n = 0; n < 180; n += 20) await own.insertAll(Array.from({ length: 20 }, (_, i) => ({ n: n + i, big: 'x'.repeat(100_000) })));
    for (const sort of [{}, { sort: '{"n":"asc"}' }]) {
      const first = (await own.get('/rows', { limit: 500, ...sort }).expect(200)).body.data;
      expect(first.rows.length).toBeLessThan(175);
      const second = (await own.get('/rows', { limit: 500, ...sort, cursor: first.nextCursor }).expect(200)).body.data;
      expect([...first.rows, ...second.rows].map(({ data }: { data: { n: number } }) => data.n)).toEqual(
        Array.from({ length: 180 }, (_, n) => n),
      );
      expect(second.nextCursor).toBeNull();
    }
  });

  it.each([
    ['filter', '{"createdAt":{"$gt":"0000-01-01"}}'],
    ['filter', '{"updatedAt":"9999-12-31T23:00:00-10:00"}'],
  ])('are not read by a %s with a year that no date has: %s', async (name, text) => {
    const { body } = await table.get('/rows', { [name]: text }).expect(400);
    expect(body.details).toMatchObject([{ code: 'invalid_type' }]);
  });

  it.each([
    ['filter', '{"age":{"$eq":1},"age":{"$ne":1}}', ['filter', 'age'], 'duplicate_field'],
    ['sort', '{"age":"asc","\\u0061ge":"desc"}', ['sort', 'age'], 'duplicate_field'],
    ['filter', '', ['filter'], 'invalid_json'],
    ['sort', '', ['sort'], 'invalid_json'],
  ])('are not read by the %s %s', async (name, text, path, code) => {
    const { body } = await table.get('/rows', { [name]: text }).expect(400);
    expect(body.details).toMatchObject([{ path, code }]);
  });

  it('are updated by a filter', async () => {
    const own = await TableClient.create(server, people);
    await own.insertAll([1, 2, 3].map((age) => ({ email: `${age}@own`, age })));
    const { body } = await own.send('put', '/rows', { filter: { age: { $gte: 2 } }, data: { member: true } }).expect(200);
    expect(body.data).toMatchObject({ message: 'Rows updated successfully', updatedCount: 2 });
    expect(body.data.updatedRowIds).toHaveLength(2);
    expect(await own.find({ member: true })).toHaveLength(2);
    const none = await own.send('put', '/rows', { filter: { age: 9 }, data: { member: false } }).expect(200);
    expect(none.body.data).toEqual({ message: 'No rows matched the filter criteria', updatedCount: 0 });
    const unique = await own.send('put', '/rows', { filter: { age: { $gte: 2 } }, data: { email: 'same' } }).expect(400);
    expect(unique.body.error).toContain('Cannot set unique column values when updating multiple rows.');
    await own.send('put', '/rows', { filter: { age: 1 }, data: { email: 'other' } }).expect(200);
    await own.send('put', '/rows', { filter: {}, data: { member: false } }).expect(400);
    await own.send('put', '/rows', { filter: { age: { $in: [] } }, data: { member: false } }).expect(400);
    await own.send('put', '/rows', { filter: { age: 1 }, data: { nothing: false } }).expect(400);
    await own.send('put', '/rows', { filter: { age: { $gte: 0 } }, data: { member: false }, limit: 0 }).expect(400);
    const one = await own.send('put', '/rows', { filter: { age: { $gte: 0 } }, data: { member: false }, limit: 1 }).expect(200);
    expect(one.body.data.updatedCount).toBe(1);
  });

  it('are deleted by ids or by a filter', async () => {
    const own = await TableClient.create(server, people);
    const rows = await own.insertAll([1, 2, 3, 4].map((age) => ({ email: `${age}@own`, age })));
    const ids = rows.map(({ id }) => id);
    const { body } = await own.send('delete', '/rows', { rowIds: [ids[0] ?? '', nobody] }).expect(200);
    expect(body.data).toEqual({
      message: 'Rows deleted successfully',
      deletedCount: 1,
      deletedRowIds: [ids[0]],
      requestedCount: 2,
      missingRowIds: [nobody],
    });
    const again = await own.send('delete', '/rows', { rowIds: [ids[0] ?? ''] }).expect(200);
    expect(again.body.data).toMatchObject({
      message: 'No matching rows found for the provided IDs',
      deletedCount: 0,
      missingRowIds: [ids[0]],
    });
    const filtered = await own.send('delete', '/rows', { filter: { age: { $lt: 4 } } }).expect(200);
    expect(filtered.body.data).toMatchObject({ deletedCount: 2, deletedRowIds: [ids[1], ids[2]] });
    await own.send('delete', '/rows', { filter: { age: 4 }, rowIds: [ids[3] ?? ''] }).expect(400);
    await own.send('delete', '/rows', {}).expect(400);
    await own.send('delete', '/rows', { rowIds: [] }).expect(400);
    await own.send('delete', '/rows', { filter: {} }).expect(400);
    expect((await own.look()).rowCount).toBe(1);
  });

  it('are changed as a batch, each in its cells, or not at all', async () => {
    const own = await TableClient.create(server, people);
    const [one, other] = await own.insertAll([
      { email: 'one', age: 1 },
      { email: 'other', age: 2 },
    ]);
    const [first, second] = [one?.id ?? '', other?.id ?? ''];
    // The values of a unique column may change places.
    const updates = [
      { rowId: second, data: { email: 'one', age: 20 } },
      { rowId: first, data: { email: 'other', member: true } },
    ];
    const { body } = await own.send('post', '/rows/batch', { updates }).expect(200);
    expect(body.data).toMatchObject({ updatedCount: 2, rows: [{ id: second, data: { email: 'one', age: 20 } }, { id: first }] });
    expect(await own.find({}, { sort: '{"age":"asc"}' })).toEqual([
      { email: 'other', age: 1, member: true },
      { email: 'one', age: 20 },
    ]);
    const wrong = [
      { rowId: first, data: { age: 'old' } },
      { rowId: second, data: { email: null } },
      { rowId: nobody, data: { age: 3 } },
    ];
    const refused = await own.send('post', '/rows/batch', { updates: wrong }).expect(400);
    expect(refused.body.error).toBe('age must be number, got string. No row was changed.');
    expect((refused.body.details as { path: unknown; code: string }[]).map(({ path, code }) => [path, code])).toEqual([
      [['updates', 0, 'data', 'age'], 'invalid_type'],
      [['updates', 1, 'data', 'email'], 'required'],
      [['updates', 2, 'rowId'], 'not_found'],
    ]);
    const taken = await own.send('post', '/rows/batch', { updates: [{ rowId: first, data: { email: 'ONE' } }] }).expect(400);
    expect(taken.body.details).toMatchObject([{ path: ['updates', 0, 'data', 'email'], code: 'not_unique' }]);
    expect(await own.find({ email: 'one' })).toEqual([{ email: 'one', age: 20 }]);
  });

  it.each([
    [[], ['updates']],
    [[7], ['updates', 0]],
    [[{ rowId: 'x', data: {} }], ['updates', 0, 'rowId']],
    [
      [
        { rowId: nobody, data: {} },
        { rowId: nobody, data: {} },
      ],
      ['updates', 1, 'rowId'],
    ],
  ])('are refused as the batch %j', async (updates, path) => {
    const { body } = await table.send('post', '/rows/batch', { updates }).expect(400);
    expect(body.details).toMatchObject([{ path }]);
  });

  it('cannot be patched without a row id', async () => {
    await table.send('patch', '/rows', { updates: [] }).expect(405);
  });
});

describe('an upsert', () => {
  it('inserts a row, and then replaces all of it', async () => {
    const own = await TableClient.create(server, people);
    const first = await own.send('post', '/rows/upsert', { data: { email: 'x', age: 1 } }).expect(200);
    expect(first.body.data).toMatchObject({ operation: 'insert', message: 'Row inserted successfully' });
    const second = await own.send('post', '/rows/upsert', { data: { email: 'x', member: true }, conflictTarget: 'email' }).expect(200);
    expect(second.body.data).toMatchObject({ operation: 'update', message: 'Row updated successfully' });
    expect(second.body.data.row).toMatchObject({ id: first.body.data.row.id, data: { email: 'x', member: true } });
    expect(second.body.data.row.data).not.toHaveProperty('age');
    for (const { body } of [first, second]) expect(Object.keys(body.data.row)).toEqual(['id', 'data', 'createdAt', 'updatedAt']);
    expect((await own.look()).rowCount).toBe(1);
  });

  it('is refused where it is not clear which row it means', async () => {
    const errorOf = async (own: TableClient, body: object): Promise<string> =>
      (await own.send('post', '/rows/upsert', body as never).expect(400)).body.error as string;
    const plain = await TableClient.create(server, [{ name: 'a' }]);
    expect(await errorOf(plain, { data: { a: '1' } })).toContain('Upsert requires at least one unique column in the schema.');
    const two = await TableClient.create(server, [
      { name: 'a', unique: true },
      { name: 'b', unique: true },
    ]);
    expect(await errorOf(two, { data: { a: '1' } })).toContain('Table has multiple unique columns (a, b).');
    expect(await errorOf(two, { data: { a: '1' }, conflictTarget: 'c' })).toBe(
      'Column "c" is not a unique column. Available unique columns: a, b',
    );
    expect(await errorOf(two, { data: { a: '1' }, conflictTarget: 'b' })).toBe(
      'Upsert requires a value for the conflict target column "b"',
    );
    await two.insert({ a: '1', b: '1' });
    expect(await errorOf(two, { data: { a: '2', b: '1' }, conflictTarget: 'a' })).toContain('Unique constraint violation: Column "b"');
  });
});
