import { describe, expect, it } from '@jest/globals';
import { runInput } from './run-input.js';

const read = async (source: string): Promise<string> => `{"from": "${source}"}`;

describe('the input of a run', () => {
  it('is an empty object when nothing is said', async () => {
    expect(await runInput([], read)).toEqual({});
  });

  it('is made of fields, texts as they are and JSON where it is asked for', async () => {
    expect(await runInput(['zip=01234', 'note=a=b', 'empty=', 'amount:=500', 'tags:=["a"]', 'at=https://x.example?q:=1'], read)).toEqual({
      zip: '01234',
      note: 'a=b',
      empty: '',
      amount: 500,
      tags: ['a'],
      at: 'https://x.example?q:=1',
    });
  });

  it.each([
    ['{"a": 1}', { a: 1 }],
    ['[1]', [1]],
    ['@order.json', { from: 'order.json' }],
    ['-', { from: '-' }],
  ])('is all of %s', async (text, input) => {
    expect(await runInput([text], read)).toEqual(input);
  });

  it.each([
    [['amount'], '--input takes name=text, name:=JSON, a JSON object, @file or -, got "amount"'],
    [['=5'], '--input takes name=text, name:=JSON, a JSON object, @file or -, got "=5"'],
    [['{"a": 1}', 'b=2'], '--input {"a": 1} is the whole input; use it once'],
    [['amount:=five'], '--input amount is not JSON'],
    [['{"a"'], '--input is not JSON'],
  ])('is refused as %j', async (given, message) => {
    await expect(runInput(given, read)).rejects.toThrow(message);
  });
});
