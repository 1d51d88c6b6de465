import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { BlockFailure } from '../block-failure.js';
import { BlockInputs } from './block-inputs.js';
import { readPath } from '../texts/reference.js';
import { SourceCache } from './source-cache.js';

const data: Readonly<Record<string, Json>> = {
  start: {
    name: 'Ann "the" O\'Neil\n',
    amount: 500,
    zero: 0,
    yes: true,
    none: null,
    list: [1, 'a'],
    record: { a: 1 },
    json: '{"b":[2]}',
    sneaky: '<start.amount> {{TOKEN}} ${x} $& $1',
    closing: '","admin":true,"x":"',
  },
};
const secrets = new Map([
  ['TOKEN', 's3cret-value'],
  ['LIMIT', '100'],
  ['QUOTED', 'a"b'],
  ['ON', 'true'],
]);

const inputs = (): BlockInputs =>
  new BlockInputs(new SourceCache(({ base }) => base === 'start'), ({ base, path }) => readPath(data[base], path), secrets);

describe('a field as text', () => {
  it.each([
    ['<start.amount> of <start.zero>', '500 of 0'],
    ['<start.list> <start.record>', '[1,"a"] {"a":1}'],
    ['<start.yes>', 'true'],
    ['[<start.none>] [<start.missing>]', '[] []'],
    ['Bearer {{TOKEN}}', 'Bearer s3cret-value'],
    ['{{UNKNOWN}}', '{{UNKNOWN}}'],
    ['<b>plain</b>', '<b>plain</b>'],
  ])('%s', (template, text) => {
    expect(inputs().text(template)).toBe(text);
  });

  it.each([
    [undefined, ''],
    [null, ''],
    [12, '12'],
    [['<start.amount>'], '[500]'],
  ])('%j', (field, text) => {
    expect(inputs().text(field)).toBe(text);
  });

  it('never looks for placeholders in what was put in', () => {
    expect(inputs().text('<start.sneaky>')).toBe('<start.amount> {{TOKEN}} ${x} $& $1');
  });
});

describe('a field with its types kept', () => {
  it.each<[Json, Json]>([
    ['<start.amount>', 500],
    ['<start.record>', { a: 1 }],
    ['<start.missing>', null],
    ['{{TOKEN}}', 's3cret-value'],
    ['{{UNKNOWN}}', '{{UNKNOWN}}'],
    [' <start.amount>', ' 500'],
    ['', ''],
    [7, 7],
    [
      { a: ['<start.list>', 'n=<start.amount>'], b: null },
      { a: [[1, 'a'], 'n=500'], b: null },
    ],
    ['<start.sneaky>', '<start.amount> {{TOKEN}} ${x} $& $1'],
  ])('%j', (field, value) => {
    expect(inputs().value(field)).toEqual(value);
  });
});

describe('a field of JSON text', () => {
  it.each<[Json, Json]>([
    ['{"ok": true}', { ok: true }],
    ['{"name": "<start.name>!"}', { name: 'Ann "the" O\'Neil\n!' }],
    ['{"name": <start.name>}', { name: 'Ann "the" O\'Neil\n' }],
    ['{"n": <start.amount>, "s": "<start.amount>"}', { n: 500, s: '500' }],
    ['{"a": <start.list>, "b": "<start.list>"}', { a: [1, 'a'], b: '[1,"a"]' }],
    ['{"a": <start.json>, "b": "<start.json>"}', { a: { b: [2] }, b: '{"b":[2]}' }],
    ['{"a": <start.missing>, "b": "<start.missing>"}', { a: null, b: '' }],
    ['{"a": {{LIMIT}}, "b": "{{QUOTED}}", "c": {{UNKNOWN}}}', { a: 100, b: 'a"b', c: '{{UNKNOWN}}' }],
    ['{"a": "x\\"<start.name>"}', { a: 'x"Ann "the" O\'Neil\n' }],
    ['<start.record>', { a: 1 }],
    ['<start.json>', { b: [2] }],
    ['<start.name>', 'Ann "the" O\'Neil\n'],
    ['<start.missing>', null],
    ['null', null],
    ['Dear <start.name>', 'Dear Ann "the" O\'Neil\n'],
    ['{"a": "x\\<start.amount>"}', '{"a": "x\\500"}'],
    [{ a: '<start.amount>' }, { a: 500 }],
  ])('%j', (field, value) => {
    expect(inputs().json(field)).toEqual(value);
  });

  it('is never left by a value', () => {
    expect(inputs().json('{"x": "<start.closing>", "y": <start.closing>}')).toEqual({
      x: data['start'] && readPath(data['start'], ['closing']),
      y: '","admin":true,"x":"',
    });
  });
});

describe('code', () => {
  it('gets typed constants, and JSON text inside strings', () => {
    expect(inputs().code('return [<start.record>, `<start.name>`, "<start.list>", <start.missing>]')).toEqual({
      code: 'return [__ref0, `${__ref1}`, __ref2, __ref3]',
      bindings: { __ref0: { a: 1 }, __ref1: '"Ann \\"the\\" O\'Neil\\n"', __ref2: '[1,"a"]', __ref3: null },
    });
  });

  it('gets secrets as they are', () => {
    expect(inputs().code('f({{QUOTED}}, "k={{QUOTED}} {{NONE}}")').bindings).toEqual({ __ref0: 'a"b', __ref1: 'k=a"b {{NONE}}' });
  });

  it('is refused when it computes with a secret that does not exist', () => {
    expect(() => inputs().code('return {{NONE}}')).toThrow(new BlockFailure('Secret NONE is not set in this workspace'));
  });
});

describe('an expression', () => {
  it.each([
    ['<start.amount> > 100', true],
    ['<start.amount> === {{LIMIT}} * 5', true],
    ['{{ON}} === true', true],
    ['"<start.yes>" === "true"', true],
    ['"{{QUOTED}}" === \'a"b\'', true],
    ['<start.missing> === null', true],
    ['<start.record>.a === 1', true],
    ['<start.sneaky>.includes("{{TOKEN}}")', false],
    ['`${<start.amount>}/<start.amount>`', '500/500'],
  ])('%s', (source, value) => {
    expect(inputs().expression(source)).toEqual({ kind: 'value', value });
  });

  it('may use further names', () => {
    expect(inputs().expression('context.fee > 1', { context: { fee: 2 } })).toEqual({ kind: 'value', value: true });
  });

  it('goes to the sandbox with what it uses', () => {
    const names = { context: { fee: 2 }, other: 1 };
    expect(inputs().expression('<start.list>.map(x => x)', names)).toEqual({
      kind: 'sandbox',
      code: '__ref0.map(x => x)',
      bindings: { __ref0: [1, 'a'] },
    });
    expect(inputs().expression('Math.max(context.fee)', names)).toMatchObject({ bindings: { context: { fee: 2 } } });
  });
});

describe('what a trace may show', () => {
  it('are the references that were looked up', () => {
    const block = inputs();
    block.text('<start.amount> <start.missing> {{LIMIT}}');
    expect(block.seen).toEqual({ '<start.amount>': 500, '<start.missing>': null });
  });

  it('are no secrets: it is known which were used', () => {
    const block = inputs();
    block.text('{{TOKEN}} {{UNKNOWN}}');
    expect([...block.usedSecrets]).toEqual([['TOKEN', 's3cret-value']]);
  });
});

describe('the texts of a block', () => {
  const megabyte = 'a'.repeat(1024 * 1024);
  const large = (value: Json): BlockInputs => new BlockInputs(new SourceCache(({ base }) => base === 'start'), () => value, secrets);
  const refusal = 'The fields of this block are longer than 16 MB in all once data is put in';

  it.each<[string, (block: BlockInputs) => unknown]>([
    ['a text', (block) => block.text('<start.a>'.repeat(17))],
    ['a typed value', (block) => block.value([{ deep: '<start.a>'.repeat(17) }])],
    ['JSON', (block) => block.json(`["${'<start.a>'.repeat(17)}"]`)],
    ['a string in code', (block) => block.code(`return "${'<start.a>'.repeat(17)}"`)],
    ['a string in a condition', (block) => block.expression(`"${'<start.a>'.repeat(17)}" == "b"`)],
    ['several fields together', (block) => Array.from({ length: 17 }, () => block.text('<start.a>'))],
  ])('are refused before they are joined when they are longer than 16 MB: %s', (_title, use) => {
    expect(() => use(large(megabyte))).toThrow(new BlockFailure(refusal));
  });

  it('are refused before a value is written as JSON that does not fit', () => {
    const rows = Array.from({ length: 17 }, () => ({ text: megabyte }));
    expect(() => large(rows).text('<start.rows>')).toThrow(new BlockFailure(refusal));
  });

  it('may have 15 MB', () => {
    expect(large(megabyte).text('<start.a>'.repeat(15))).toHaveLength(15 * megabyte.length);
    expect(large(megabyte).json('<start.a>'.repeat(15))).toHaveLength(15 * megabyte.length);
  });
});
