import { describe, expect, it } from '@jest/globals';
import type { Json, JsonObject } from '#kernel/json.js';
import { inputFields } from './input-format.js';
import { inputProblems } from './strict-input.js';

const problems = (field: JsonObject, input: Json): readonly unknown[] =>
  inputProblems(inputFields([{ name: 'a', ...field }]), input).map(({ path, message, code }) => [...path, code, message]);

describe('a checked input', () => {
  it.each<[string, Json]>([
    ['string', 'text'],
    ['string', 5],
    ['number', -1.5],
    ['number', '12.50'],
    ['boolean', false],
    ['boolean', 'true'],
    ['object', { b: 1 }],
    ['object', '{"b":1}'],
    ['array', []],
    ['array', '[1]'],
    ['file[]', { name: 'a' }],
    ['number', null],
    ['unknown', 'anything'],
  ])('may be, for %s, %j', (type, a) => {
    expect(problems({ type }, { a })).toEqual([]);
    expect(problems({ type }, { input: { a } })).toEqual([]);
  });

  it.each<[string, Json, string]>([
    ['string', { b: 1 }, 'a must be a string'],
    ['number', 'five', 'a must be a number'],
    ['number', '', 'a must be a number'],
    ['number', '9007199254740993', 'a must be a number'],
    ['number', '1e999', 'a must be a number'],
    ['number', true, 'a must be a number'],
    ['boolean', 'yes', 'a must be true or false'],
    ['boolean', 1, 'a must be true or false'],
    ['object', [], 'a must be an object'],
    ['array', '{}', 'a must be a list'],
    ['file[]', 'a.txt', 'a must be a file or a list of files'],
  ])('may not be, for %s, %j', (type, a, message) => {
    expect(problems({ type }, { a })).toEqual([['a', 'invalid_type', message]]);
  });

  it('that is required must be sent, unless it has a default', () => {
    expect(problems({ required: true }, {})).toEqual([['a', 'required', 'a is required']]);
    expect(problems({ required: true }, { a: null })).toEqual([['a', 'required', 'a is required']]);
    expect(problems({ required: true }, null)).toEqual([['a', 'required', 'a is required']]);
    for (const preset of [{ default: 1 }, { value: '1' }]) expect(problems({ required: true, ...preset }, {})).toEqual([]);
    expect(problems({}, {})).toEqual([]);
  });

  it('with an enumeration is one of its values', () => {
    const size = { type: 'number', enum: [1, 2] };
    expect(problems(size, { a: '2' })).toEqual([]);
    expect(problems(size, { a: 3 })).toEqual([['a', 'not_allowed', 'a must be one of 1, 2']]);
  });

  it('may have further fields', () => {
    expect(problems({ type: 'number' }, { a: 1, b: 'x' })).toEqual([]);
  });
});

describe('a default', () => {
  it('is `default`, or `value` under its older name', () => {
    const defaults = inputFields([
      { name: 'a', default: 0, value: 'x' },
      { name: 'b', value: 'y' },
      { name: 'c', value: '' },
    ]);
    expect(defaults.map(({ fallback }) => fallback)).toEqual([0, 'y', undefined]);
  });
});
