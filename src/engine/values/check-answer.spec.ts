import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import type { ResumeField } from '#engine/pause.js';
import { checkAnswer } from './check-answer.js';

const field = (type: ResumeField['type'], more: Partial<ResumeField> = {}): ResumeField => ({
  name: 'x',
  type,
  description: null,
  required: false,
  value: null,
  ...more,
});
const check = (type: ResumeField['type'], x: Json, more: Partial<ResumeField> = {}) => checkAnswer([field(type, more)], { x });

describe('a field of an answer', () => {
  it.each<[ResumeField['type'], Json, Json]>([
    ['string', 'yes', 'yes'],
    ['string', '', ''],
    ['string', 5, '5'],
    ['string', false, 'false'],
    ['number', 5, 5],
    ['number', ' 5.5 ', 5.5],
    ['boolean', true, true],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['object', { a: 1 }, { a: 1 }],
    ['object', '{"a": 1}', { a: 1 }],
    ['array', [1], [1]],
    ['array', '[1]', [1]],
    ['file[]', [{ name: 'a.txt' }], [{ name: 'a.txt' }]],
    ['file[]', '[]', []],
  ])('of type %s may be sent as %j', (type, sent, x) => {
    expect(check(type, sent)).toEqual({ problems: [], values: { x } });
  });

  it.each<[ResumeField['type'], Json, string]>([
    ['string', { a: 1 }, 'x must be text'],
    ['string', [1], 'x must be text'],
    ['number', 'many', 'x must be a number'],
    ['number', true, 'x must be a number'],
    ['boolean', 'maybe', 'x must be true or false'],
    ['boolean', 2, 'x must be true or false'],
    ['boolean', 1, 'x must be true or false'],
    ['boolean', '0', 'x must be true or false'],
    ['number', '0x10', 'x must be a number'],
    ['number', '1e3', 'x must be a number'],
    ['object', '[1]', 'x must be a JSON object'],
    ['object', 'null', 'x must be a JSON object'],
    ['object', '{', 'x must be a JSON object'],
    ['array', { a: 1 }, 'x must be a JSON list'],
    ['file[]', ['a.txt'], 'x must be a list of files'],
  ])('of type %s is not %j', (type, x, message) => {
    expect(check(type, x)).toEqual({ problems: [{ path: ['x'], message, code: 'invalid_type' }], values: { x } });
  });

  it('with options has one of them, or none if it is optional', () => {
    const options = [
      { value: 5, label: 'Five' },
      { value: 7, label: 'Seven' },
    ];
    expect(check('number', '7', { options })).toEqual({ problems: [], values: { x: 7 } });
    expect(check('number', 6, { options }).problems).toEqual([{ path: ['x'], message: 'x must be one of 5, 7', code: 'invalid_choice' }]);
    const colours = [{ value: 'red', label: 'Red' }];
    expect(check('string', '', { options: colours })).toEqual({ problems: [], values: { x: null } });
    expect(check('string', '', { options: colours, required: true }).problems).toMatchObject([{ code: 'required' }]);
  });

  it.each<[ResumeField['type'], Json]>([
    ['string', {}],
    ['string', { x: null }],
    ['number', { x: '' }],
    ['boolean', { x: ' ' }],
    ['array', null],
  ])('of type %s has its default in %j', (type, sent) => {
    const value = type === 'string' ? 'd' : type === 'number' ? 7 : type === 'boolean' ? false : [1];
    expect(checkAnswer([field(type, { value, required: true })], sent)).toEqual({ problems: [], values: { x: value } });
  });

  it.each<[ResumeField['type'], Json]>([
    ['string', {}],
    ['string', { x: null }],
    ['string', { x: '  ' }],
    ['number', { x: '' }],
    ['object', null],
  ])('of type %s that is required is missing in %j', (type, sent) => {
    const { problems } = checkAnswer([field(type, { required: true })], sent);
    expect(problems).toEqual([{ path: ['x'], message: 'x is required', code: 'required' }]);
  });

  it('that was emptied does not get its default back', () => {
    expect(check('string', '', { value: 'd' }).values).toEqual({ x: '' });
    expect(check('string', '', { value: 'd', required: true }).problems).toMatchObject([{ code: 'required' }]);
  });

  it('is nothing when it was left empty', () => {
    expect(check('number', '')).toEqual({ problems: [], values: { x: null } });
    expect(check('object', null)).toEqual({ problems: [], values: { x: null } });
    expect(checkAnswer([field('number')], {})).toEqual({ problems: [], values: {} });
  });
});

describe('an answer', () => {
  it('keeps what the form does not know', () => {
    expect(checkAnswer([field('number')], { x: '1', more: ['2'] }).values).toEqual({ x: 1, more: ['2'] });
  });

  it.each<[Json, Json]>([
    ['{"a": 1}', { a: 1 }],
    ['[1]', { value: [1] }],
    ['fine', { value: 'fine' }],
    [true, { value: true }],
    [[1, 2], { value: [1, 2] }],
    [null, {}],
    ['null', {}],
  ])('of %j is the object %j', (input, values) => {
    expect(checkAnswer([], input)).toEqual({ problems: [], values });
  });

  it('lists all its faults', () => {
    const fields = [field('number', { name: 'a' }), field('string', { name: 'b', required: true }), field('boolean', { name: 'c' })];
    expect(checkAnswer(fields, { a: 'x', c: 'x' }).problems.map(({ path }) => path)).toEqual([['a'], ['b'], ['c']]);
  });

  it('keeps odd names as plain data', () => {
    const fields = [field('number', { name: '__proto__' }), field('string', { name: 'constructor', required: true })];
    const { problems, values } = checkAnswer(fields, JSON.parse('{"__proto__": "1"}') as Json);
    expect(Object.entries(values)).toEqual([['__proto__', 1]]);
    expect(problems).toMatchObject([{ path: ['constructor'] }]);
  });
});
