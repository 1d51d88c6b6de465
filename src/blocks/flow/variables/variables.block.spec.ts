import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { blockAlone } from '../../../../test/support/engine/block-alone.js';
import { aBlock } from '../../../../test/support/engine/documents.js';
import { runBlock } from '../../../../test/support/engine/run-block.js';
import { variablesBlock } from './variables.block.js';

const one = (type: string | null, value: Json) => ({ variables: [{ variableId: 'v1', variableName: 'total', type, value }] });
const check = (variables: Json) => variablesBlock.check(aBlock('b', 'variables', { variables }));

describe('assigning variables', () => {
  it('gives each of them its value, for later blocks and for the rest of the run', async () => {
    const variables = [
      { variableId: '1', variableName: ' total ', type: 'number', value: '7' },
      { variableName: 'Not Declared', type: 'string', value: 'x' },
      { variableName: ' ', type: 'number', value: 'nameless' },
      { variableId: '2', type: 'number', value: 1 },
    ];
    const values = { total: 7, 'Not Declared': 'x' };
    expect(await blockAlone(variablesBlock, { variables }).run()).toEqual({ output: values, input: values, variables: values });
  });

  it('reads a list that is kept as text', async () => {
    expect(
      (await runBlock('variables', { variables: JSON.stringify(one('number', '<start.n>').variables) }, { input: { n: 2 } })).output,
    ).toEqual({
      total: 2,
    });
    expect((await runBlock('variables', {})).output).toEqual({});
  });

  it.each<[string | null, Json, Json]>([
    ['number', ' 1.5 ', 1.5],
    ['number', 0, 0],
    ['number', '', 0],
    ['number', null, 0],
    ['number', '<start.missing>', 0],
    ['number', '<start.n>', 2],
    ['boolean', 'TRUE', true],
    ['boolean', false, false],
    ['boolean', '', false],
    ['object', '{"a": "<start.quoted>"}', { a: 'say "hi"' }],
    ['object', { a: '<start.n>' }, { a: 2 }],
    ['object', '<start.object>', { k: [1] }],
    ['object', ' ', {}],
    ['array', '[1, <start.n>]', [1, 2]],
    ['array', null, []],
    ['string', '<start.n>', '2'],
    ['string', '<start.object>', '{"k":[1]}'],
    ['string', ' as is ', ' as is '],
    ['string', null, ''],
    ['plain', 'n is <start.n>', 'n is 2'],
    [null, '<start.object>', { k: [1] }],
    ['', 5, 5],
  ])('of type %j makes %j of it: %j', async (type, value, expected) => {
    const input = { n: 2, quoted: 'say "hi"', object: { k: [1] } };
    expect((await runBlock('variables', one(type, value), { input })).output).toEqual({ total: expected });
  });

  it('looks for placeholders in what the author wrote only', async () => {
    const input = { sent: '{{TOKEN}} <start.n>', n: 1 };
    const { output } = await runBlock('variables', one('plain', '<start.sent>'), { input, secrets: { TOKEN: 'abcdef' } });
    expect(output).toEqual({ total: '{{TOKEN}} <start.n>' });
  });

  it.each<[string, Json, string]>([
    ['number', 'much', 'must be a number'],
    ['number', true, 'must be a number'],
    ['boolean', 'yes', 'must be true or false'],
    ['boolean', 1, 'must be true or false'],
    ['object', '[1]', 'must be a JSON object'],
    ['object', 'text', 'must be a JSON object'],
    ['array', '{"a":1}', 'must be a JSON list'],
    ['date', 'today', 'has an unknown type; use one of string, plain, number, boolean, object, array'],
  ])('of type %s refuses %j, before any run and in a run, by the name of the variable', async (type, value, what) => {
    expect(check(one(type, value).variables)).toMatchObject([{ field: 'variables', message: `Block "b": variables "total" ${what}` }]);
    expect((await runBlock('variables', one(type, value))).error).toBe(`Variable "total" ${what}`);
  });

  it('does not tell the value that it refuses', async () => {
    const { error } = await runBlock('variables', one('number', '{{TOKEN}}'), { secrets: { TOKEN: 'abcdef' } });
    expect(error).toBe('Variable "total" must be a number');
  });

  it.each<[Json]>([['nonsense'], [{}], [[1]], [[{ variableName: 'a', type: 5 }]]])('refuses %j as a list', async (variables) => {
    expect(check(variables)).toMatchObject([{ field: 'variables', code: 'invalid_variables' }]);
    expect((await runBlock('variables', { variables })).error).toBe(
      'variables must be a JSON list of entries with variableName, type and value',
    );
  });

  it('leaves values with placeholders to the run', () => {
    expect(check(one('number', '<start.n>').variables)).toEqual([]);
    expect(check(one('object', '{"a": {{TOKEN}}}').variables)).toEqual([]);
  });
});
