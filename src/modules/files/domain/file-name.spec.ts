import { describe, expect, it } from '@jest/globals';
import { DomainError } from '#kernel/errors.js';
import { fileName, prefixedName, storableName } from './file-name.js';

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

const prefix = 'p'.repeat(43);

describe('a name with a prefix', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['  e\u0301.txt ', '\u00e9.txt'],
    [`${'x'.repeat(207)}.pdf`, `${'x'.repeat(207)}.pdf`],
    [`${'x'.repeat(251)}.pdf`, `${'x'.repeat(207)}.pdf`],
    [`${'\u6f22'.repeat(83)}.pdf`, `${'\u6f22'.repeat(69)}.pdf`],
    [`${'\u{1f469}'.repeat(62)}.pdf`, `${'\u{1f469}'.repeat(51)}.pdf`],
  ])('keeps the end of the name that fits: %j', (sent, kept) => {
    expect(fileName(prefixedName(prefix, sent))).toBe(`${prefix}-${kept}`);
  });

  it('is refused for a name that is too long by itself', () => {
    expect(() => prefixedName(prefix, 'x'.repeat(256))).toThrow('Invalid file name: it must not be longer than 255 bytes');
  });
});

describe('a name that was sent by a program', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\boot.ini', 'boot.ini'],
    ['invoice%2F2026.pdf', 'invoice_2026.pdf'],
    ['a%25255Cb', 'a_b'],
    ['a%\u200b00b', 'a_b'],
    ['photo\u202egnp.exe', 'photognp.exe'],
    ['\ufeffa\u0000\ud800.txt', 'a.txt'],
    ['etc. . ', 'etc'],
    ['..', 'file'],
    ['', 'file'],
    ['a/', 'file'],
    ['\ufb2c'.repeat(100), '\u05c1' + '\u05e9\u05bc\u05c1'.repeat(42)],
  ])('%j is stored as %j', (sent, kept) => {
    expect(storableName(sent)).toBe(kept);
    expect(() => fileName(prefixedName(prefix, storableName(sent)))).not.toThrow();
  });
});
