import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../../../src/kernel/json.js';
import { variableValue } from './variable-value.js';

describe('what is typed as the value of a variable', () => {
  it.each<[string, Json]>([
    ['12', 12],
    ['-0.5', -0.5],
    ['[1]', [1]],
    ['true', true],
    ['null', null],
    ['twelve', 'twelve'],
    ['007', '007'],
    ['12345678901234567890', '12345678901234567890'],
    ['1e999', '1e999'],
    ['1.10', '1.10'],
  ])('%s is %j', (text, value) => {
    expect(variableValue(text, { type: 'plain' }).value).toEqual(value);
  });

  it('is a text where the variable is one', () => {
    expect(variableValue('12', { type: 'string' })).toEqual({ type: 'string', value: '12' });
  });
});
