import { describe, expect, it } from '@jest/globals';
import { DomainError } from '#kernel/errors.js';
import { fileName } from './file-name.js';

describe('the name of a file', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['  spaced out.txt ', 'spaced out.txt'],
    ['e\u0301.txt', '\u00e9.txt'],
    ['100%.txt', '100%.txt'],
    ['...and more', '...and more'],
    ['console.log', 'console.log'],
    ['x'.repeat(255), 'x'.repeat(255)],
    ['\u{1f469}\u200d\u{1f4bb}.md', '\u{1f469}\u200d\u{1f4bb}.md'],
  ])('%j becomes %j', (sent, kept) => {
    expect(fileName(sent)).toBe(kept);
  });

  it.each([
    '',
    ' ',
    '.',
    '..',
    'a/b',
    'a\\b',
    '%2F',
    '%255c',
    '%00',
    'nul',
    'Com1.csv',
    'a.',
    'a\u0000',
    'a\nb',
    '\u2066a',
    'a\ufeffb',
    '\ud800',
    'x'.repeat(256),
  ])('cannot be %j', (sent) => {
    expect(() => fileName(sent)).toThrow(DomainError);
  });
});
