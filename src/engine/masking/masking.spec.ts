import { describe, expect, it } from '@jest/globals';
import { maskSecrets } from './masking.js';

const secrets = new Map([
  ['KEY', 'abcd'],
  ['LONG', 'abcdefgh'],
  ['PIN', '12'],
  ['EMPTY', ''],
  ['ODD', '$&(.*'],
]);

describe('masking secrets', () => {
  it.each([
    ['x abcd y', 'x {{KEY}} y'],
    ['abcdefgh', '{{LONG}}'],
    ['-abcdefgh-abcd-', '-{{LONG}}-{{KEY}}-'],
    ['12', '{{PIN}}'],
    ['1234', '1234'],
    ['a$&(.*b', 'a{{ODD}}b'],
    ['', '{{EMPTY}}'],
  ])('shows %j as %j', (text, shown) => {
    expect(maskSecrets(text, secrets)).toBe(shown);
  });

  it('reaches every depth, and keys', () => {
    expect(maskSecrets({ a: [{ 'x-abcd': 'abcd', n: 12, none: null }] }, secrets)).toEqual({
      a: [{ 'x-{{KEY}}': '{{KEY}}', n: 12, none: null }],
    });
  });

  it('leaves everything alone when nothing is secret', () => {
    const value = { a: ['x'] };
    expect(maskSecrets(value, new Map())).toBe(value);
  });
});
