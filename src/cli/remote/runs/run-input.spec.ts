import { describe, expect, it } from '@jest/globals';
import { WrongUsage } from '../../failure.js';
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
    [['amount=1', 'note=a', 'amount:=2'], '--input amount is there more than once'],
  ])('is refused as %j, which is wrong usage', async (given, message) => {
    const refused = runInput(given, read);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(WrongUsage);
  });

  it('is refused from a file without JSON, which is no wrong usage', async () => {
    const refused = runInput(['@broken.json'], async () => '{');
    await expect(refused).rejects.toThrow('The input from broken.json is not JSON');
    await expect(refused).rejects.not.toBeInstanceOf(WrongUsage);
  });
});
