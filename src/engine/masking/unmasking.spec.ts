import { describe, expect, it } from '@jest/globals';
import { maskSecrets } from './masking.js';
import { maskedSecrets } from './unmasking.js';

describe('telling masked secrets', () => {
  it.each([
    ['{{KEY}}', 'abcd', [['KEY', 'abcd']]],
    ['Bearer {{KEY}}', 'Bearer abcd', [['KEY', 'abcd']]],
    [
      '{{USER}}:{{KEY}}@host',
      'ada:abcd@host',
      [
        ['USER', 'ada'],
        ['KEY', 'abcd'],
      ],
    ],
    ['as the author wrote it: {{KEY}}', 'as the author wrote it: {{KEY}}', []],
    ['{{WRITTEN}} and {{KEY}}', '{{WRITTEN}} and abcd', [['KEY', 'abcd']]],
    ['no secret', 'something else', []],
    ['{{KEY}} is longer than it', '', []],
  ])('of %j in %j', (shown, value, secrets) => {
    expect(maskedSecrets(shown, value)).toEqual(secrets);
  });

  it('reaches every depth, and keys', () => {
    const value = { a: [{ 'x-abcd': 'efgh', n: 12, none: null }], plain: 'plain' };
    const secrets = new Map([
      ['KEY', 'abcd'],
      ['PIN', 'efgh'],
    ]);
    expect(maskedSecrets(maskSecrets(value, secrets), value)).toEqual([...secrets]);
  });

  it('tells nothing of values that do not belong to each other', () => {
    expect(maskedSecrets({ a: '{{KEY}}' }, ['abcd'])).toEqual([]);
    expect(maskedSecrets(['{{KEY}}'], [])).toEqual([]);
    expect(maskedSecrets('{{KEY}}', 7)).toEqual([]);
  });
});
