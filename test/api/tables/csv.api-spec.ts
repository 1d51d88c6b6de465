import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Test } from 'supertest';
import { TableClient } from '../../support/table-api.js';
import { choosePlan } from '../../support/plans.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
/** Its organization is on the plan `free`, whose rate the other tests would use up. */
let small: TestApp;

beforeAll(async () => {
  [server, small] = await Promise.all([startTestApp(), startTestApp()]);
  await choosePlan(small, 'free');
}, 60_000);
afterAll(() => Promise.all([server.close(), small.close()]));

const columns = [
  { name: 'email', unique: true, required: true },
  { name: 'age', type: 'number' },
  { name: 'member', type: 'boolean' },
  { name: 'born', type: 'date' },
  { name: 'extra', type: 'json' },
];
const create = () => TableClient.create(server, columns);

/** Sends a file unchanged. */
function load(table: TableClient, file: string | Buffer, headers: Readonly<Record<string, string>> = {}, to = server): Test {
  return to
    .as(to.first.apiKey)
    .post(`${table.path}/import`)
    .query({ workspaceId: to.first.workspaceId })
    .set({ 'content-type': 'text/csv', ...headers })
    .send(file);
}

describe('a dry run of an import', () => {
  it('reports what the import then does, and inserts nothing', async () => {
    const table = await create();
    await table.insert({ email: 'there' });
    // The value of the second line comes again in another group of 500 lines.
    const lines = Array.from({ length: 600 }, (_, n) => `p${n},${n}`);
    const file = ['email,age', ...lines, 'P0,1', 'there,1', 'z,old'].join('\n');
    const dry = await load(table, file).query({ dryRun: true }).expect(200);
    expect(await table.find()).toEqual([{ email: 'there' }]);
    expect(dry.body.data).toMatchObject({ insertedCount: 600, refusedCount: 3, stopped: null });
    const linesOf = (report: { refused: { line: number }[] }) => report.refused.map(({ line }) => line).toSorted((a, b) => a - b);
    const real = await load(table, file).expect(200);
    expect(real.body.data).toMatchObject({ insertedCount: 600, refusedCount: 3 });
    expect(linesOf(dry.body.data)).toEqual(linesOf(real.body.data));
    expect(linesOf(dry.body.data)).toEqual([602, 603, 604]);
  });

  it('stops where the table would be full', async () => {
    const table = await TableClient.create(small, columns);
    const file = ['email', ...Array.from({ length: 1100 }, (_, n) => `q${n}`)].join('\n');
    const dry = await load(table, file, {}, small).query({ dryRun: true }).expect(200);
    expect(dry.body.data).toMatchObject({
      insertedCount: 1000,
      stopped: { line: 1002, message: 'This table has reached its row limit (1,000 rows) on your current plan.' },
    });
    expect(await table.look()).toMatchObject({ rowCount: 0 });
  });
});

describe('an import', () => {
  it('inserts each line as a row, with columns in any order', async () => {
    const table = await create();
    const file = '\ufeffage,email,member,born,extra\r\n36,ada@example.org,TRUE,1815-12-10,"{""a"":1}"\r\n,"b,c",,,\r\n';
    const { body } = await load(table, file).expect(200);
    expect(body).toEqual({ success: true, data: { insertedCount: 2, refusedCount: 0, refused: [], stopped: null } });
    expect(await table.find()).toEqual([
      { email: 'ada@example.org', age: 36, member: true, born: '1815-12-10', extra: { a: 1 } },
      { email: 'b,c' },
    ]);
  });

  it('reports why each rejected line failed, and inserts the others', async () => {
    const table = await create();
    await table.insert({ email: 'there' });
    const file = ['email,age', 'a,1', 'b,two', ',3', 'THERE,4', 'c,5,6', 'a,7', '"d\nd",8', 'e,9'].join('\n');
    const { body } = await load(table, file).expect(200);
    expect(body.data).toMatchObject({ insertedCount: 3, refusedCount: 5, stopped: null });
    const problems = (body.data.refused as { line: number; problems: { message: string; code: string }[] }[])
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, problems: [problem] }) => [line, problem?.message, problem?.code]);
    expect(problems).toEqual([
      [3, 'age must be number, got string', 'invalid_type'],
      [4, 'Missing required field: email', 'required'],
      [5, 'Column "email" must be unique. Value "THERE" already exists', 'not_unique'],
      [6, 'The line has 3 cells instead of 2', 'cells'],
      [7, 'Column "email" must be unique. Value "a" already exists', 'not_unique'],
    ]);
    expect((await table.find()).map(({ email }) => email)).toEqual(['there', 'a', 'd\nd', 'e']);
  });

  it.each([
    ['nested too deep', `${'['.repeat(3000)}${']'.repeat(3000)}`, 'extra must not be nested deeper than 100', 'too_deep'],
    ['with a key of prototypes', '{"a":{"__proto__":1}}', 'extra: The key "__proto__" cannot be taken', 'not_allowed'],
    ['with a text that cannot be stored', '["\\u0000"]', 'extra: The text contains a character that cannot be stored: NUL', 'invalid'],
  ])('reports a cell of JSON %s, and inserts the other lines', async (_, cell, message, code) => {
    const table = await TableClient.create(server, [{ name: 'email' }, { name: 'extra', type: 'json', required: true }]);
    const deepest = `${'['.repeat(100)}${']'.repeat(100)}`;
    const file = ['email,extra', `a,"${cell.replaceAll('"', '""')}"`, `b,${deepest}`, 'c,no JSON [', ''].join('\n');
    const { body } = await load(table, file).expect(200);
    expect(body.data).toEqual({ insertedCount: 2, refusedCount: 1, refused: [{ line: 2, problems: [{ message, code }] }], stopped: null });
    expect(await table.find()).toEqual([
      { email: 'b', extra: JSON.parse(deepest) },
      { email: 'c', extra: 'no JSON [' },
    ]);
  });

  it('streams its progress on request', async () => {
    const table = await create();
    const file = ['email', ...Array.from({ length: 1200 }, (_, n) => `e${n}`)].join('\n');
    const answer = await load(table, file, { accept: 'application/x-ndjson' }).buffer(true).expect(200);
    const lines = answer.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toEqual([
      { progress: { line: 501, insertedCount: 500, refusedCount: 0 } },
      { progress: { line: 1001, insertedCount: 1000, refusedCount: 0 } },
      { progress: { line: 1201, insertedCount: 1200, refusedCount: 0 } },
      { success: true, data: { insertedCount: 1200, refusedCount: 0, refused: [], stopped: null } },
    ]);
    expect((await table.look()).rowCount).toBe(1200);
  });

  it.each([
    ['email,colour\na,1\n', 'Column "colour" does not exist in this table'],
    ['email,email\na,1\n', 'Column "email" appears twice'],
    ['age\n1\n', 'Missing required field: email'],
  ])('is rejected as a whole with the columns of %j', async (file, message) => {
    const table = await create();
    expect((await load(table, file).expect(400)).body.error).toBe(message);
    expect((await table.look()).rowCount).toBe(0);
  });

  it('stops where the file is no CSV or not UTF-8 any more', async () => {
    const table = await create();
    expect((await load(table, '').expect(200)).body.data.stopped.message).toBe('The file is empty');
    const broken = await load(table, 'email\na\n"b\n').expect(200);
    expect(broken.body.data.stopped).toEqual({ line: expect.any(Number), message: expect.stringContaining('Quote') });
    const bytes = Buffer.concat([Buffer.from('email\na\n'), Buffer.from([0xff, 0xfe]), Buffer.from('\n')]);
    expect((await load(table, bytes).expect(200)).body.data.stopped.message).toBe('The file must be UTF-8');
  });

  it.each([
    ['no CSV', Buffer.from('"x"y'), 'Invalid Closing Quote'],
    ['not UTF-8', Buffer.from([0x53, 0x74, 0x72, 0x61, 0xdf, 0x65]), 'The file must be UTF-8'],
  ])('inserts all lines before the one that is %s, and names it', async (_name, bad, message) => {
    const table = await TableClient.create(server, [{ name: 'n' }]);
    const lines = (first: number, count: number): string => Array.from({ length: count }, (_, n) => `${first + n}\n`).join('');
    const file = Buffer.concat([Buffer.from(`n\n${lines(0, 1700)}`), bad, Buffer.from(`\n${lines(9000, 100)}`)]);
    const { body } = await load(table, file).expect(200);
    expect(body.data).toMatchObject({ insertedCount: 1700, stopped: { line: 1702, message: expect.stringContaining(message) } });
    expect((await table.look()).rowCount).toBe(1700);
  });

  it('refuses numbers whose digits would be lost', async () => {
    const table = await TableClient.create(server, [{ name: 'n', type: 'number' }]);
    const { body } = await load(table, 'n\n12345678901234567890\n1.10\n').expect(200);
    expect(body.data).toMatchObject({
      insertedCount: 1,
      refused: [{ line: 2, problems: [{ message: 'n: a number does not keep the digits of 12345678901234567890', code: 'invalid_type' }] }],
    });
    expect(await table.find()).toEqual([{ n: 1.1 }]);
  });

  it('takes the export of a table with one column, with its empty rows', async () => {
    const table = await TableClient.create(server, [{ name: 'a' }]);
    await table.insertAll([{ a: null }, { a: 'x' }, { a: null }]);
    const { text } = await table.get('/export').expect(200);
    expect(text).toBe('a\r\n""\r\nx\r\n""\r\n');
    const copy = await TableClient.create(server, [{ name: 'a' }]);
    expect((await load(copy, text).expect(200)).body.data).toMatchObject({ insertedCount: 3, refusedCount: 0 });
    expect(await copy.find()).toHaveLength(3);
  });

  it('takes text/csv only', async () => {
    const table = await create();
    await load(table, '{}', { 'content-type': 'application/json' }).expect(415);
    await load(table, 'email\na\n', { 'content-encoding': 'gzip' }).expect(415);
    await load(table, 'email\na\n', { 'content-length': String(101 * 1024 * 1024) }).expect(413);
  });

  it('fills a table to the last row that its plan allows', async () => {
    const table = await TableClient.create(small, [{ name: 'n', type: 'number' }]);
    const file = ['n', ...Array.from({ length: 1003 }, (_, n) => String(n))].join('\n');
    const { body } = await load(table, file, {}, small).expect(200);
    expect(body.data).toMatchObject({
      insertedCount: 1000,
      stopped: { line: 1002, message: expect.stringContaining('row limit (1,000 rows)') },
    });
    expect((await table.look()).rowCount).toBe(1000);
  });
});

describe('an export', () => {
  it('exports a file that can be imported again and from which a spreadsheet runs nothing', async () => {
    const table = await TableClient.create(server, [
      { name: 'text' },
      { name: 'n', type: 'number' },
      { name: 'extra', type: 'json' },
      { name: 'b', type: 'boolean' },
    ]);
    const texts = ['=1+1', '+1', '-1', '@a', '\tb', "'=c", "'d", 'a"b', 'a,b', 'a\r\nb', ' pad ', 'plain'];
    const rows = texts.map((text, n) => ({ text, n: n - 3, extra: { n, list: [text] }, b: n % 2 === 0 }));
    await table.insertAll(rows);
    const { text, headers } = await table.get('/export').buffer(true).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="\w+\.csv"$/),
    });
    expect(text.split('\r\n').slice(0, 3)).toEqual([
      'text,n,extra,b',
      '\'=1+1,-3,"{""n"":0,""list"":[""=1+1""]}",true',
      '\'+1,-2,"{""n"":1,""list"":[""+1""]}",false',
    ]);
    expect(text.split('\r\n').filter((line) => /^[=+\-@\t]/.test(line))).toEqual([]);
    const copy = await TableClient.create(server, [
      { name: 'text' },
      { name: 'n', type: 'number' },
      { name: 'extra', type: 'json' },
      { name: 'b', type: 'boolean' },
    ]);
    expect((await load(copy, text).expect(200)).body.data).toMatchObject({ insertedCount: rows.length, refusedCount: 0 });
    expect(await copy.find()).toEqual(rows);
  });

  it('contains all rows that match a filter', async () => {
    const table = await TableClient.create(server, [{ name: 'n', type: 'number' }]);
    for (let at = 0; at < 3; at += 1) await table.insertAll(Array.from({ length: 1000 }, (_, n) => ({ n: at * 1000 + n })));
    const { text } = await table.get('/export', { filter: '{"n":{"$gte":500}}' }).buffer(true).expect(200);
    expect(text).toBe(['n', ...Array.from({ length: 2500 }, (_, n) => String(n + 500)), ''].join('\r\n'));
  });
});
