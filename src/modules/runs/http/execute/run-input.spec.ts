import { describe, expect, it } from '@jest/globals';
import { runInput } from './run-input.js';

describe('the input of a run', () => {
  it.each([{ input: 'hello' }, { input: 'hello', inputs: null }])('is a value alone where there are no fields beside it: %j', (fields) => {
    expect(runInput(fields)).toBe('hello');
  });

  it('is an object where the value has fields beside it', () => {
    expect(runInput({ input: 'hello', inputs: { n: 1 } })).toEqual({ input: 'hello', n: 1 });
    expect(runInput({ input: 'hello', n: 1 })).toEqual({ input: 'hello', n: 1 });
  });
});
