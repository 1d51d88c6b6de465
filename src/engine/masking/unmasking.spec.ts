import { describe, expect, it } from '@jest/globals';
import { SecretMask } from './secret-mask.js';
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

  it('reaches every depth', () => {
    const value = { a: [{ header: 'Bearer abcd-efgh', n: 12, none: null }], b: 'ijkl-mnop', plain: 'plain' };
    const secrets = new Map([
      ['KEY', 'abcd-efgh'],
      ['PIN', 'ijkl-mnop'],
    ]);
    expect(maskedSecrets(new SecretMask(secrets).json(value), value)).toEqual([...secrets]);
  });

  it('reads keys that earlier releases masked', () => {
    expect(maskedSecrets({ 'x-{{KEY}}': 1 }, { 'x-abcd': 1 })).toEqual([['KEY', 'abcd']]);
  });

  it('tells nothing of values that do not belong to each other', () => {
    expect(maskedSecrets({ a: '{{KEY}}' }, ['abcd'])).toEqual([]);
    expect(maskedSecrets(['{{KEY}}'], [])).toEqual([]);
    expect(maskedSecrets('{{KEY}}', 7)).toEqual([]);
  });
});
