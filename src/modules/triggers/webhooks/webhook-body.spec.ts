import { describe, expect, it } from '@jest/globals';
import { DomainError } from '#kernel/errors.js';
import { parseBody, withFiles } from './webhook-body.js';
import type { BodyFormat } from './webhook-settings.js';

const any: readonly BodyFormat[] = ['json', 'form', 'multipart'];
const form = 'application/x-www-form-urlencoded';
const boundary = 'multipart/form-data; boundary=b';

const valueOf = async (formats: readonly BodyFormat[], type: string, body: string | Buffer) =>
  (await parseBody(formats, type, Buffer.from(body))).value;

async function refusal(formats: readonly BodyFormat[], type: string, body: string | Buffer): Promise<string> {
  try {
    return `accepted ${JSON.stringify(await valueOf(formats, type, body))}`;
  } catch (error) {
    if (error instanceof DomainError) return `${error.kind}: ${error.message}`;
    throw error;
  }
}

function multipart(...parts: readonly (readonly [string, string])[]): string {
  return `${parts.map(([head, content]) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`).join('')}--b--\r\n`;
}

describe('a body', () => {
  it.each<[readonly BodyFormat[], string, string, unknown]>([
    [any, 'application/json', '{"a":1}', { a: 1 }],
    [any, 'application/cloudevents+json; charset=utf-8', '[1]', [1]],
    [any, 'text/plain', '{"a":1}', { a: 1 }],
    [any, '', '"text"', 'text'],
    [any, 'application/json', '', {}],
    [any, form, 'a=1&b=%2B&a=2', { a: ['1', '2'], b: '+' }],
    [any, form, 'payload=%7B%22a%22%3A1%7D', { a: 1 }],
    [any, form, 'payload=%7B%22a%22%3A1%7D&more=x', { payload: '{"a":1}', more: 'x' }],
    [any, form, 'name=Ann&payload=hello', { name: 'Ann', payload: 'hello' }],
    [any, form, 'payload=hello', { payload: 'hello' }],
    [any, form, 'payload=1&payload=2', { payload: ['1', '2'] }],
    [['text'], 'application/json', '{"a":1', '{"a":1'],
    [['text'], 'text/plain', '', ''],
    [['form'], 'application/json', '{"a":1}', { '{"a":1}': '' }],
    [['json'], form, '{"a":1}', { a: 1 }],
  ])('with the formats %j and the type %j: %s', async (formats, type, body, expected) => {
    expect(await valueOf(formats, type, body)).toEqual(expected);
  });

  it('of JSON can never contain a file, whatever its media type says', async () => {
    const fake = JSON.stringify({ files: { file: { path: '/etc/passwd' } } });
    expect(await refusal(any, boundary, fake)).toContain('invalid:');
    expect((await parseBody(['json'], boundary, Buffer.from(fake))).files).toEqual([]);
  });

  it.each<[readonly BodyFormat[], string, string | Buffer, string]>([
    [any, 'application/json', '{"a":', 'The request body must be valid JSON'],
    [any, 'application/json; charset=utf-16', '{}', 'The request body must be UTF-8'],
    [any, 'application/json', Buffer.from([0x22, 0xff, 0x22]), 'The request body must be UTF-8'],
    [any, form, Buffer.from([0x61, 0x3d, 0xff]), 'The request body must be UTF-8'],
    [['text'], '', Buffer.from([0xff]), 'The request body must be UTF-8'],
    [any, '', '{"a":"\\u0000"}', 'The text contains a character that cannot be stored: NUL'],
    [any, form, 'a=%00', 'The text contains a character that cannot be stored: NUL'],
    [['text'], '', 'a\0b', 'The text contains a character that cannot be stored: NUL'],
    [any, '', '['.repeat(101) + ']'.repeat(101), 'The request body must not be nested deeper than 100'],
    [any, '', '{"__proto__":{"a":1}}', 'The key "__proto__" cannot be taken'],
    [any, form, '__proto__=1', 'The key "__proto__" cannot be taken'],
    [any, form, 'payload=%7B%22__proto__%22%3A1%7D', 'The key "__proto__" cannot be taken'],
    [any, boundary, 'no form', 'Request body must be valid multipart form data'],
    [any, boundary, multipart(['name="a"', 'x\0']), 'The text contains a character that cannot be stored: NUL'],
    [any, 'multipart/form-data', multipart(['name="a"', 'x']), 'Request body must be valid multipart form data'],
  ])('with the formats %j and the type %j is refused: %j', async (formats, type, body, message) => {
    expect(await refusal(formats, type, body)).toBe(`invalid: ${message}`);
  });

  it('has up to 10,000 fields, also of one name', async () => {
    expect(await valueOf(any, form, Array.from({ length: 10_000 }, () => 'a=1').join('&'))).toEqual({ a: Array(10_000).fill('1') });
    expect(await refusal(any, form, 'a&'.repeat(1_000_000))).toBe('invalid: A form must not have more than 10,000 fields');
  });

  it('that is the payload of a form may be large', async () => {
    const payload = { list: Array.from({ length: 30_000 }, (_, index) => `item ${index}`) };
    expect(await valueOf(any, form, `payload=${encodeURIComponent(JSON.stringify(payload))}`)).toEqual(payload);
  });

  it('with another type than that of its only format is refused when the format needs it', async () => {
    expect(await refusal(['multipart'], 'application/json', '{}')).toBe('unsupported-media: The Content-Type must be multipart/form-data');
  });
});

describe('a form with files', () => {
  const body = multipart(
    ['name="note"', 'hello'],
    ['name="tag"', 'a'],
    ['name="tag"', 'b'],
    ['name="photo"; filename="über.txt"', 'bytes'],
    ['name="photo"; filename="../../etc/passwd"', 'more'],
  );

  it('has its texts in the value and its files beside it', async () => {
    const { value, files } = await parseBody(any, boundary, Buffer.from(body));
    expect(value).toEqual({ note: 'hello', tag: ['a', 'b'] });
    expect(files.map(({ field, name, content }) => [field, name, content.toString()])).toEqual([
      ['photo', 'über.txt', 'bytes'],
      ['photo', '../../etc/passwd', 'more'],
    ]);
  });

  it('becomes one value with the files under their fields', () => {
    const files = ['f1', 'f2'].map((id) => ({ field: 'photo', file: { id } }));
    expect(withFiles({ note: 'x' }, files)).toEqual({ note: 'x', photo: [{ id: 'f1' }, { id: 'f2' }] });
    expect(withFiles({ photo: 'text' }, files.slice(1))).toEqual({ photo: ['text', { id: 'f2' }] });
    expect(withFiles('text', files)).toBe('text');
  });

  it('may have 20 files', async () => {
    const many = (count: number) =>
      multipart(...Array.from({ length: count }, (_f, index) => [`name="f"; filename="${index}"`, 'x'] as const));
    expect((await parseBody(any, boundary, Buffer.from(many(20)))).files).toHaveLength(20);
    expect(await refusal(any, boundary, many(21))).toContain('must not have more than 20 files');
  });
});
