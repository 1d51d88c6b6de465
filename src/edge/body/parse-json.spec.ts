import { describe, expect, it } from '@jest/globals';
import { DomainError } from '#kernel/errors.js';
import { parseJson } from './parse-json.js';

const parse = (text: string): unknown => parseJson(Buffer.from(text));

function refusalOf(body: string | Buffer): DomainError {
  try {
    parseJson(Buffer.from(body));
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('The body was accepted');
}

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('JSON of a request that may be anything', () => {
  it.each(['"yes"', '7', 'true', 'null', '{}', '[1]'])('takes %s', (text) => {
    expect(parseJson(Buffer.from(text), 'anything')).toEqual(JSON.parse(text));
  });

  it.each(['"a\\u0000"', '"\\ud800"', 'yes'])('refuses %s', (text) => {
    expect(() => parseJson(Buffer.from(text), 'anything')).toThrow(DomainError);
  });
});

describe('JSON of a request', () => {
  it.each([
    '{}',
    '[]',
    ' {"a":1} ',
    '{"a":[1,2.5,-0,1e5,null,true,"x"]}',
    '{"ä":"ü","k":"🔑\\n\\t\\"\\\\"}',
    '{"\\u00e9":"\\u20ac\\ud83d\\ude00"}',
  ])('is read as JSON.parse reads it: %s', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it.each([
    '',
    ' ',
    '{',
    '{"a":1,}',
    "{'a':1}",
    '{"a":1} x',
    '{"a":NaN}',
    '{"a":"\n"}',
    '{"a":"\0"}',
    '//',
    '{"a":"\\x"}',
    '[1,]',
    '}{',
    '"'.repeat(300),
    ']'.repeat(300),
  ])('is refused when it is not JSON (%#)', (text) => {
    expect(refusalOf(text)).toMatchObject({
      kind: 'invalid',
      code: 'INVALID_JSON',
      details: [{ path: [], message: 'The request body must be valid JSON', code: 'invalid_json' }],
    });
  });

  it.each(['1', '"text"', 'true', 'null'])('is refused when it is neither object nor array: %s (AC-56)', (text) => {
    expect(refusalOf(text).code).toBe('INVALID_JSON');
  });

  it('is refused with a byte order mark (AC-56)', () => {
    expect(refusalOf(Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d])).code).toBe('INVALID_JSON');
  });

  it.each([
    ['a lone continuation byte', [0x80]],
    ['an overlong NUL', [0xc0, 0x80]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['a code point beyond the last', [0xf4, 0x90, 0x80, 0x80]],
    ['a cut sequence', [0xe2, 0x82]],
  ])('is refused with %s (AC-43)', (_, bytes) => {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]);
    expect(refusalOf(body)).toMatchObject({ code: 'INVALID_JSON', message: 'The request body must be UTF-8' });
  });

  it('is refused in UTF-16', () => {
    expect(refusalOf(Buffer.from('\ufeff{"a":1}', 'utf16le')).code).toBe('INVALID_JSON');
  });

  it('may be nested 100 deep and no deeper (AC-57)', () => {
    expect(parse(nested(100))).toBeDefined();
    expect(refusalOf(nested(101)).message).toBe('The request body must not be nested deeper than 100');
    expect(refusalOf(nested(100_000)).message).toBe('The request body must not be nested deeper than 100');
    expect(refusalOf('{"a":'.repeat(101) + '1' + '}'.repeat(101)).message).toBe('The request body must not be nested deeper than 100');
    expect(refusalOf('['.repeat(1_000_000)).message).toBe('The request body must not be nested deeper than 100');
  });

  it('may hold brackets inside strings and many siblings without being deep', () => {
    for (const value of ['['.repeat(500), '{'.repeat(500), `\\"${'['.repeat(500)}`, '\\\\'.repeat(200), `\\\\\\"${'{'.repeat(500)}`]) {
      expect(parse(`{"a":"${value}","b":[[],[],{}]}`)).toEqual(JSON.parse(`{"a":"${value}","b":[[],[],{}]}`));
    }
    expect(parse(`[${'[],'.repeat(5_000)}{}]`)).toHaveLength(5_001);
  });

  it('is not deep after an escaped quote that looks like the end of a string', () => {
    expect(refusalOf(`{"a":"\\\\","b":${nested(101)}}`).message).toBe('The request body must not be nested deeper than 100');
  });

  it.each([
    ['a value', '{"a":{"b":["x","y\\u0000"]}}', ['a', 'b', 1]],
    ['a key', '{"a":[{"b\\u0000":1}]}', ['a', 0, 'b']],
    ['a top-level key', '{"\\u0000":1}', ['']],
    ['an item of an array', '["\\u0000"]', [0]],
    ['a long string', `{"a":"${'x'.repeat(1_000)}\\u0000"}`, ['a']],
  ])('is refused with NUL in %s, naming the place', (_, text, path) => {
    expect(refusalOf(text)).toMatchObject({ kind: 'invalid', code: 'VALIDATION_FAILED', details: [{ path }] });
  });

  it('is accepted with an escaped backslash before u0000, which is no NUL', () => {
    expect(parse('{"a":"\\\\u0000"}')).toEqual({ a: '\\u0000' });
  });

  it.each(['{"a":"\\ud800"}', '{"a":"\\udc00x"}', '{"\\uD83D":1}', '["\\ude00\\ud83d"]'])(
    'is refused with half a surrogate pair: %s (AC-43)',
    (text) => {
      expect(refusalOf(text).code).toBe('VALIDATION_FAILED');
    },
  );

  it.each([
    ['{"__proto__":{"polluted":1},"a":1}', ['__proto__']],
    ['{"a":{"b":[{"c":1},{"__proto__":[]}]}}', ['a', 'b', 1, '__proto__']],
    ['{"\\u005f_proto__":{"polluted":1},"a":1}', ['__proto__']],
    ['{"__pr\\u006Fto__":{"polluted":1}}', ['__proto__']],
    ['{"__proto__" :null}', ['__proto__']],
    ['{"constructor":{"prototype":{"polluted":1}},"a":1}', ['constructor']],
    ['{"data":{"c\\u006fnstructor":{"prototype":null}},"a":1}', ['data', 'constructor']],
    ['{"__proto__":1,"__proto__":2,"a":1,"a":2}', ['__proto__']],
  ])('is refused with a key that could reach a prototype, naming the place: %s (AC-48)', (text, path) => {
    const message = `The key "${path.at(-1)}" cannot be taken`;
    expect(refusalOf(text)).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path, message, code: 'not_allowed' }] });
    expect({}).not.toHaveProperty('polluted');
  });

  it.each([
    ['{"a":{"b":[1,1e400]}}', ['a', 'b', 1]],
    ['{"a":-1E+999}', ['a']],
    [`[${'9'.repeat(400)}]`, [0]],
  ])('is refused with a number that JSON would write as null: %s', (text, path) => {
    const message = 'The number must be between -1.8e308 and 1.8e308';
    expect(refusalOf(text)).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path, message }] });
  });

  it.each([
    ['{"a":1e308,"b":"1e400","c":1e-400}', { a: 1e308, b: '1e400', c: 0 }],
    [`{"a":"${'9'.repeat(400)}","b":${'9'.repeat(300)}}`, { a: '9'.repeat(400), b: Number('9'.repeat(300)) }],
  ])('keeps other large numbers and texts of digits: %s', (text, value) => {
    expect(parse(text)).toEqual(value);
  });

  it('keeps harmless keys of the same names', () => {
    const text = '{"constructor":"Ada","prototype":{"a":1},"nested":{"constructor":{"name":"x"}},"note":"__proto__ and \\"__proto__\\""}';
    expect(parse(text)).toEqual(JSON.parse(text));
  });
});
