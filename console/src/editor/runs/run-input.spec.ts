import { describe, expect, it } from '@jest/globals';
import type { DeclaredInput } from '../../../../src/document/check/declared-inputs.js';
import { emptyDocument, type Block, type WorkflowDocument } from '../../../../src/document/document.js';
import { writtenIn } from './kept-runs.js';
import { formFields, nothingWritten, readInput, wholeInput, writtenFrom } from './run-input.js';

const fields: readonly DeclaredInput[] = [
  { name: 'customer', type: 'string' },
  { name: 'amount', type: 'number' },
  { name: 'isExpress', type: 'boolean' },
  { name: 'parts', type: 'array' },
  { name: 'address', type: 'object' },
];
const written = (texts: Readonly<Record<string, string>>) => readInput(fields, { ...nothingWritten, fields: texts });
const json = (text: string) => readInput(undefined, { ...nothingWritten, json: text });

describe('the input of a test run', () => {
  it('has the fields with text as their types say, and leaves the others to their defaults', () => {
    expect(
      written({ customer: ' Ada', amount: '12.5', isExpress: 'false', parts: '[1, "two"]', address: '{"city": "Oslo"}', gone: 'x' }),
    ).toEqual({ input: { customer: ' Ada', amount: 12.5, isExpress: false, parts: [1, 'two'], address: { city: 'Oslo' } } });
    expect(written({ customer: '', amount: ' ', isExpress: '' })).toEqual({ input: {} });
  });

  it('names each field that is not what it must be', () => {
    const read = written({ customer: 'Ada', amount: 'many', parts: '{}', address: '{"city"' });
    expect(read).toEqual({
      problems: new Map([
        ['amount', 'Enter a number, such as 12.5.'],
        ['parts', 'Enter a list, such as [1, 2].'],
        ['address', expect.stringMatching(/^Enter an object, such as \{"name": "Ada"\}: .*JSON.*\.$/u)],
      ]),
    });
  });

  it('may be any JSON as a whole, and is an empty object without text', () => {
    expect(json('{"amount": 5}')).toEqual({ input: { amount: 5 } });
    expect(json(' ')).toEqual({ input: {} });
    expect(json('{"amount": }')).toEqual({ problems: new Map([[wholeInput, expect.stringContaining('Enter JSON')]]) });
    expect(readInput(fields, { isJson: true, fields: { amount: 'many' }, json: '[1]' })).toEqual({ input: [1] });
  });
});

describe('the form of a draft', () => {
  const starting = (format: Block['subBlocks'][string]['value']): WorkflowDocument => ({
    ...emptyDocument,
    blocks: {
      start: {
        id: 'start',
        type: 'start_trigger',
        name: 'Start',
        position: { x: 0, y: 0 },
        enabled: true,
        data: {},
        subBlocks: { inputFormat: { id: 'inputFormat', type: 'input-format', value: format } },
      } as unknown as Block,
    },
  });

  it('has the inputs of the start, if a form can ask for all of them', () => {
    expect(formFields(starting([{ name: 'amount', type: 'number' }]))).toEqual([{ name: 'amount', type: 'number' }]);
    expect(formFields(starting([{ name: 'papers', type: 'file[]' }]))).toBeUndefined();
    expect(formFields(starting([]))).toBeUndefined();
    expect(formFields(emptyDocument)).toBeUndefined();
  });
});

describe('the input of another run', () => {
  it('is written into the form, if the form has all of it', () => {
    const input = { customer: '12', amount: 12.5, isExpress: false, parts: [1, 'two'], address: { city: 'Oslo' } };
    const filled = writtenFrom(fields, input);
    expect(filled).toMatchObject({ isJson: false, fields: { customer: '12', amount: '12.5', isExpress: 'false', parts: '[1,"two"]' } });
    expect(readInput(fields, filled)).toEqual({ input });
  });

  it('is written as JSON where a field would change or lose something', () => {
    for (const input of [{ other: 1 }, { amount: 'many' }, { amount: null }, { customer: '' }, { customer: 5 }, [1], 'text', null]) {
      const filled = writtenFrom(fields, input);
      expect(filled.isJson).toBe(true);
      expect(readInput(fields, filled)).toEqual({ input });
    }
    expect(readInput(undefined, writtenFrom(undefined, { a: 1 }))).toEqual({ input: { a: 1 } });
  });
});

describe('a remembered input', () => {
  it('is read as far as it fits', () => {
    const input = { isJson: true, fields: { amount: '5' }, json: '{}' };
    expect(writtenIn(JSON.stringify(input))).toEqual(input);
    expect(writtenIn('{"fields": {"amount": 5, "name": "Ada"}, "json": 1}')).toEqual({ isJson: false, fields: { name: 'Ada' }, json: '' });
    for (const text of [null, 'null', '{', '{"fields": null}']) expect(writtenIn(text)).toEqual(nothingWritten);
  });
});
