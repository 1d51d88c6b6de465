import { describe, expect, it } from '@jest/globals';
import { atOnce } from '#host/loop/turn.js';
import { repeatedKeySteps } from './repeated-keys.js';

const repeatedKey = (json: string): readonly (string | number)[] | undefined => atOnce(repeatedKeySteps(json));

describe('a key that an object has twice', () => {
  it.each([
    ['{"scope":"execute","scope":"admin"}', ['scope']],
    ['{"a":{"b":[1,{"c":1,"d":[{}],"c":2}]}}', ['a', 'b', 1, 'c']],
    ['[[],{"a":1,"a":1}]', [1, 'a']],
    ['{ "a" : 1 , "b" : { } , "\\u0061" : 2 }', ['a']],
    ['{"":1,"":2}', ['']],
    ['{"a,\\"{":{"x":1},"a,\\"{":1}', ['a,"{']],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
  ])('is found in %s', (json, path) => {
    expect(repeatedKey(json)).toEqual(path);
  });

  it.each([
    '{"a":"a","b":"a"}',
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":2}]',
    '{"a":["a","a",{"a":"\\"a\\":1,"}]}',
    '{"a":1,"A":2,"a ":3}',
    '{"a":"{\\"b\\":1,\\"b\\":2}"}',
    '"text"',
    '[]',
    '7',
  ])('is not found in %s', (json) => {
    expect(repeatedKey(json)).toBeUndefined();
  });

  it('is found behind a large text, in many steps', () => {
    const json = `{"a":${JSON.stringify('\\"'.repeat(1_000_000))},"list":[${'{"x":1},'.repeat(50_000)}1],"a":1}`;
    expect(repeatedKey(json)).toEqual(['a']);
    expect([...repeatedKeySteps(json)].length).toBeGreaterThan(100);
  });
});
