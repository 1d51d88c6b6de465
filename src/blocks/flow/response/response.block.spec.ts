import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { aBlock } from '../../../../test/support/engine/documents.js';
import { runBlock } from '../../../../test/support/engine/run-block.js';
import { responseBlock } from './response.block.js';

const input: Json = { name: 'Ann "A"', n: 12, yes: 'true', list: [1, 2], json: '{"a":[1]}', evil: 'x\r\nSet-Cookie: a=b' };
const respond = (fields: Readonly<Record<string, Json>>) => runBlock('response', fields, { input });
const header = (Key: string, Value: Json) => ({ id: Key, cells: { Key, Value } });
const field = (name: string, type: string, value: Json) => ({ id: name, name, type, value });

describe('the body of a response', () => {
  it('is built of typed fields', async () => {
    const builderData = [
      field('who', 'string', 'Dear <start.name>'),
      field('count', 'number', '<start.n>'),
      field('text', 'number', '15'),
      field('flag', 'boolean', '<start.yes>'),
      field('list', 'array', '<start.list>'),
      field('given', 'array', '[1, "<start.n>"]'),
      field('items', 'array', [{ type: 'number', value: '<start.n>' }, { type: 'object', value: [field('a', 'string', 'b')] }, 'plain']),
      field('object', 'object', '{"n": <start.n>}'),
      field('nested', 'object', [field('who', 'string', '<start.name>'), field('deep', 'object', [field('n', 'number', '1')])]),
      field('absent', 'string', '<start.missing>'),
      field('  ', 'string', 'nameless'),
      'nonsense',
    ];
    expect((await respond({ dataMode: 'structured', builderData })).output).toMatchObject({
      data: {
        who: 'Dear Ann "A"',
        count: 12,
        text: 15,
        flag: true,
        list: [1, 2],
        given: [1, '12'],
        items: [12, { a: 'b' }, 'plain'],
        object: { n: 12 },
        nested: { who: 'Ann "A"', deep: { n: 1 } },
        absent: '',
      },
    });
  });

  it('has texts that are JSON objects or lists turned into them, at any depth', async () => {
    const builderData = [field('a', 'string', '<start.json>'), field('b', 'object', '{"c": ["{\\"d\\": 1}", "12", "{no"]}')];
    expect((await respond({ builderData })).output).toMatchObject({ data: { a: { a: [1] }, b: { c: [{ d: 1 }, '12', '{no'] } } });
  });

  it.each<[Json, Json]>([
    ['{"ok": true, "who": "<start.name>"}', { ok: true, who: 'Ann "A"' }],
    [{ n: '<start.n>' }, { n: 12 }],
    ['<start.list>', [1, 2]],
    ['Hello <start.name>', 'Hello Ann "A"'],
    ['', {}],
  ])('is given as JSON: %j', async (data, result) => {
    expect((await respond({ dataMode: 'json', data })).output).toMatchObject({ data: result });
  });

  it('is an empty object when there is none', async () => {
    expect((await respond({})).output).toEqual({ data: {}, status: 200, headers: { 'Content-Type': 'application/json' } });
  });

  it('keeps odd names as plain data', async () => {
    const { output } = await respond({ builderData: [field('__proto__', 'object', '{"x":1}')] });
    expect(Object.keys((output?.['data'] ?? {}) as object)).toEqual(['__proto__']);
  });
});

describe('the status of a response', () => {
  it.each<[Json, number]>([
    ['202', 202],
    [404, 404],
    ['599', 599],
    ['<start.n>', 200],
    ['600', 200],
    ['101', 200],
    ['99', 200],
    ['none', 200],
    ['', 200],
  ])('%j is %i', async (status, result) => {
    expect(await respond({ status })).toMatchObject({ output: { status: result }, response: { status: result } });
  });
});

describe('the headers of a response', () => {
  it('are the rows of a table', async () => {
    const headers = [header('X-Name', 'n=<start.n>'), header('', 'x'), { Key: 'X-Flat', Value: 1 }];
    const expected = { 'Content-Type': 'application/json', 'X-Name': 'n=12', 'X-Flat': '1' };
    expect(await respond({ headers })).toMatchObject({ output: { headers: expected }, response: { headers: expected } });
  });

  it('may choose the content type', async () => {
    expect(await respond({ headers: [header('content-type', 'text/html')] })).toMatchObject({
      output: { headers: { 'content-type': 'text/html' } },
    });
  });

  it.each([
    'Transfer-Encoding',
    'content-length',
    'CONNECTION',
    'Keep-Alive',
    'Upgrade',
    'TE',
    'Trailer',
    'Set-Cookie',
    'Proxy-Authenticate',
    'Access-Control-Allow-Origin',
    'Content-Encoding',
    'X Bad',
    'X:Bad',
    'X-Ü',
  ])('never are %s', async (name) => {
    const headers = [header(name, 'x')];
    expect((await respond({ headers })).error).toContain('Invalid response header');
    expect(responseBlock.check(aBlock('b', 'response', { headers }))).toMatchObject([
      { blockId: 'b', field: 'headers', code: 'invalid_header' },
    ]);
  });

  it.each([
    'Content-Security-Policy',
    'x-frame-options',
    'Strict-Transport-Security',
    'Clear-Site-Data',
    'Service-Worker-Allowed',
    'Refresh',
    'Alt-Svc',
    'Link',
    'X-Content-Type-Options',
    'Cross-Origin-Opener-Policy',
    'Permissions-Policy',
    'X-Execution-Id',
    'X-Request-Id',
    'X-RateLimit-Remaining',
    'RateLimit-Policy',
  ])('leave %s to the server: a deployment refuses it, a run ignores it', async (name) => {
    const headers = [header(name, 'x'), header('X-Mine', 'y')];
    expect(responseBlock.check(aBlock('b', 'response', { headers }))).toMatchObject([{ field: 'headers', code: 'invalid_header' }]);
    const expected = { 'Content-Type': 'application/json', 'X-Mine': 'y' };
    const dynamic = { headers: [header('<start.header>', 'x'), header('X-Mine', 'y')] };
    expect(responseBlock.check(aBlock('b', 'response', dynamic))).toEqual([]);
    expect((await runBlock('response', dynamic, { input: { header: name } })).response).toEqual({ status: 200, headers: expected });
  });

  it.each<Json>(['<start.evil>', 'a\nb', 'a\u0000b', 'snow \u2603'])('never carry %j', async (value) => {
    const failed = await respond({ headers: [header('X-A', value)] });
    expect(failed).toMatchObject({ error: 'Invalid response header: "X-A" holds characters that no header can carry' });
    expect(failed.response).toBeUndefined();
  });

  it('have 8 KiB together at most: a client could not read more', async () => {
    const within = [header('X-A', 'a'.repeat(8_000))];
    expect((await respond({ headers: within })).error).toBeUndefined();
    const { error, response } = await respond({ headers: [...within, header('X-B', 'b'.repeat(200))] });
    expect(error).toBe('Invalid response headers: they have 8206 bytes, and may have 8192 together');
    expect(response).toBeUndefined();
  });

  it('never take their names from data that could break them', async () => {
    const failed = await respond({ headers: [header('<start.evil>', 'x')] });
    expect(failed.error).toBe('Invalid response header: "x??Set-Cookie: a=b" is not a header name');
  });

  it('are checked before any run as far as they are known', () => {
    const check = (...headers: readonly Json[]) => responseBlock.check(aBlock('b', 'response', { headers })).map(({ message }) => message);
    expect(check(header('X-A', 'a\r\nb'))).toEqual(['Block "b": headers "X-A" has a line break in its value']);
    expect(check(header('<start.n>', '<start.n>'), header('X-A', 'fine'))).toEqual([]);
  });
});
