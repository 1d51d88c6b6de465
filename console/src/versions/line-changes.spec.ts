import { describe, expect, it } from '@jest/globals';
import { excerpt, lineChanges } from './line-changes.js';

const marks = { same: ' ', added: '+', removed: '-' } as const;
const shown = (from: string, to: string): readonly string[] => lineChanges(from, to).map(({ kind, text }) => marks[kind] + text);

describe('the lines of two texts', () => {
  it('are the same where the texts are', () => {
    expect(shown('a\nb', 'a\nb')).toEqual([' a', ' b']);
  });

  it('are marked as removed and added where they differ', () => {
    expect(shown('a\nb\nc\nd', 'a\nB\nc\nd\ne')).toEqual([' a', '-b', '+B', ' c', ' d', '+e']);
  });

  it('keep the common lines of a moved part', () => {
    expect(shown('one\ntwo\nthree', 'two\nthree\none')).toEqual(['-one', ' two', ' three', '+one']);
  });

  it('are all removed and added where the texts are too long to compare', () => {
    const [from, to] = ['a', 'b'].map((letter) => Array.from({ length: 2000 }, (_, index) => `${letter}${index}`).join('\n'));
    const changes = lineChanges(from ?? '', to ?? '');
    expect(changes.filter(({ kind }) => kind === 'removed')).toHaveLength(2000);
    expect(changes.filter(({ kind }) => kind === 'added')).toHaveLength(2000);
  });

  it('leave out what is far from a change', () => {
    const from = Array.from({ length: 20 }, (_, index) => String(index)).join('\n');
    const lines = excerpt(lineChanges(from, from.replace('\n10\n', '\nten\n')));
    expect(lines.map((line) => (line.kind === 'gap' ? `${line.count} lines` : marks[line.kind] + line.text))).toEqual([
      '8 lines',
      ' 8',
      ' 9',
      '-10',
      '+ten',
      ' 11',
      ' 12',
      '7 lines',
    ]);
  });
});
