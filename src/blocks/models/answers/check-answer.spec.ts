import { describe, expect, it } from '@jest/globals';
import type { Json, JsonObject } from '#kernel/json.js';
import { checkAnswer } from './check-answer.js';

const order: JsonObject = {
  type: 'object',
  properties: { total: { type: 'number' }, sizes: { type: 'array', items: { enum: ['S', 'M'] }, uniqueItems: true } },
  required: ['total'],
  additionalProperties: false,
};

const check = (value: Json, schema: JsonObject) => checkAnswer(JSON.stringify(value), { schema });
const tooMuch = { problem: 'is too large or too deep for its schema to be checked' };

describe('an answer', () => {
  it('that fits its schema is its value', () => {
    expect(checkAnswer(' {"total": 4.5, "sizes": ["S", "M"]} ', { schema: order })).toEqual({
      value: { total: 4.5, sizes: ['S', 'M'] },
      isCut: false,
    });
  });

  it.each([['Here it is:\n```json\n{"total": 1}\n```\nAnything else?'], ['The total is {"total": 1}.']])(
    'is found between other text: %j',
    (text) => {
      expect(checkAnswer(text, { schema: order })).toEqual({ value: { total: 1 }, isCut: true });
    },
  );

  it.each<[string, Json, string]>([
    ['lacks a field', {}, "must have required property 'total'"],
    ['has a value of another type', { total: '4' }, 'at /total must be number'],
    ['has a field too many', { total: 4, tax: 1 }, 'must NOT have additional properties: "tax"'],
    ['has another word', { total: 4, sizes: ['XL'] }, 'at /sizes/0 must be equal to one of the allowed values: ["S","M"]'],
    ['repeats an item', { total: 4, sizes: ['S', 'S'] }, 'at /sizes must not have two equal items'],
  ])('that %s has a problem with its place', (_, value, problem) => {
    expect(check(value, order)).toEqual({ problem });
  });

  it.each([
    ['', 'is empty'],
    ['I cannot do that.', 'is not JSON'],
    ['{"total": 4', 'is not JSON'],
    ['[1, 2', 'is not JSON'],
    ['['.repeat(100_000), 'is not JSON'],
    [`${'['.repeat(9_000)}${']'.repeat(9_000)}`, 'is not JSON'],
    [`"${'x'.repeat(5_000_000)}"`, 'is longer than 4 MB'],
  ])('that cannot be read has a problem', (text, problem) => {
    expect(checkAnswer(text, { schema: order })).toEqual({ problem });
  });

  it('may have a field of any name', () => {
    const text = '{"__proto__": {"total": 1}, "constructor": 1, "total": 2}';
    expect(checkAnswer(text, { schema: order })).toEqual({
      problem: expect.stringMatching(/additional properties: "(__proto__|constructor)"/),
    });
    expect(({} as { total?: number }).total).toBeUndefined();
  });
});

describe('a schema that refers to itself', () => {
  const tree: JsonObject = {
    type: 'object',
    properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
    required: ['name'],
  };

  it('checks trees of any depth that JSON has here', () => {
    let value: Json = { name: 'leaf' };
    for (let depth = 0; depth < 200; depth += 1) value = { name: 'branch', children: [value] };
    expect(check(value, tree)).toEqual({ value, isCut: false });
    expect(check({ name: 'a', children: [{ name: 'b', children: [{ nam: 'c' }] }] }, tree)).toEqual({
      problem: "at /children/0/children/0 must have required property 'name'",
    });
  });

  it('twice by alternatives stops at a deep answer that fits none of them', () => {
    const branch = (name: string): JsonObject => ({ properties: { next: { $ref: '#' } }, required: [name] });
    const schema = { anyOf: [branch('one'), branch('two'), { type: 'object', required: ['end'], properties: { next: false } }] };
    let value: Json = { wrong: true };
    for (let depth = 0; depth < 60; depth += 1) value = { next: value, one: 1, two: 2 };
    expect(check(value, schema)).toEqual(tooMuch);
  });

  it('without going into the value is refused', () => {
    const schema = { anyOf: [{ $ref: '#/$defs/a' }], $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } } };
    expect(check({}, schema)).toEqual({ problem: expect.stringContaining('refers to itself without end') });
  });
});

describe('a hostile schema or answer', () => {
  it('with a pattern that would backtrack is matched in linear time', () => {
    const schema = { type: 'string', pattern: '^(a+)+$' };
    expect(check(`${'a'.repeat(100_000)}!`, schema)).toEqual({ problem: 'must match pattern "^(a+)+$"' });
    expect(check('aaa', schema)).toEqual({ value: 'aaa', isCut: false });
    expect(check({ [`${'a'.repeat(50_000)}!`]: 1 }, { patternProperties: { '^(a|a)*$': { type: 'string' } } })).toHaveProperty('value');
  });

  it('with a long list of equal or different items is checked once for each', () => {
    const list = Array.from({ length: 60_000 }, (_, index) => ({ index }));
    expect(check(list, { uniqueItems: true })).toHaveProperty('value');
    expect(check([...list, { index: 7 }], { uniqueItems: true })).toHaveProperty('problem');
  });

  it('with many alternatives for many items is stopped', () => {
    const anyOf = Array.from({ length: 400 }, (_, index) => ({
      properties: { kind: { const: `k${String(index)}` } },
      required: ['kind'],
    }));
    const items = Array.from({ length: 20_000 }, () => ({ kind: 'none' }));
    expect(check(items, { items: { anyOf: [...anyOf, true] } })).toEqual(tooMuch);
  });

  it('whose references multiply is refused', () => {
    const definitions = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => {
        const next = { $ref: `#/$defs/d${String(index + 1)}` };
        return [`d${String(index)}`, { anyOf: [next, next] }] as const;
      }),
    );
    const schema = { $ref: '#/$defs/d0', $defs: { ...definitions, d30: { type: 'string' } } };
    expect(check(1, schema)).toEqual({ problem: expect.stringContaining('has more than 10000 branches for one value') });
  });
});
