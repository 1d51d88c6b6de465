import { describe, expect, it } from '@jest/globals';
import type { Reference } from './reference.js';
import { syntaxFault, unknownInStrings } from './syntax.js';

const knows = ({ base }: Reference): boolean => base === 'start';

describe('a syntax error', () => {
  it.each([
    ['return <start.n> * 2', 'body'],
    ['return<start.n>', 'body'],
    ['return { "<start.a>": `x ${<start.b>} y`, [<start.c>]: await fetch({{URL}}) }', 'body'],
    ['const s = `${{a: 1}.a}`; return s', 'body'],
    ['return /[<start.a>]/.test("x")', 'body'],
    ['<start.n> > 5 && <start.text>.includes("<b>")', 'expression'],
    ['{ a: 1 }.a === 1 // comment', 'expression'],
    ['a <b.c> d', 'expression'],
  ] as const)('is not found in %s', (source, form) => {
    expect(syntaxFault(source, knows, form)).toBeUndefined();
  });

  it.each([
    ["return fetch('x'", 'body', 16],
    ['const a = 1;\nreturn a +* <start.n>', 'body', 23],
    ['<start.ok> == true ==', 'expression', 21],
    ['return <strat.n>', 'body', 7],
    ['true; false', 'expression', 4],
  ] as const)('is found in %s, at its place', (source, form, offset) => {
    expect(syntaxFault(source, knows, form)).toEqual({ message: expect.any(String) as unknown, offset });
  });
});

describe('an unknown reference', () => {
  it('is found in strings and templates, not in code and comments', () => {
    const source = 'if (a <b.c> d) return "<x.a> <start.n>" + `<y.b>` // <z.c>';
    expect(unknownInStrings(source, knows, 'body').map(({ reference }) => reference.raw)).toEqual(['<x.a>', '<y.b>']);
  });
});
