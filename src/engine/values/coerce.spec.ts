import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { coerce } from './coerce.js';

describe('declared types', () => {
  it.each<[string, Json, Json]>([
    ['string', 5, '5'],
    ['string', false, 'false'],
    ['string', { a: 1 }, '{"a":1}'],
    ['number', '12.5', 12.5],
    ['number', ' 7 ', 7],
    ['number', 7, 7],
    ['number', 'seven', 'seven'],
    ['number', '', ''],
    ['number', 'Infinity', 'Infinity'],
    ['number', true, true],
    ['boolean', 'true', true],
    ['boolean', '1', true],
    ['boolean', 1, true],
    ['boolean', 'false', false],
    ['boolean', '0', false],
    ['boolean', 0, false],
    ['boolean', false, false],
    ['boolean', 'yes', 'yes'],
    ['object', '{"a":1}', { a: 1 }],
    ['object', 'a', 'a'],
    ['array', '[1]', [1]],
    ['array', [1], [1]],
    ['file[]', [{ name: 'a' }], [{ name: 'a' }]],
    ['plain', '5', '5'],
    ['number', null, null],
    ['string', null, null],
  ])('as %s, %j is %j', (type, value, result) => {
    expect(coerce(type, value)).toEqual(result);
  });
});
