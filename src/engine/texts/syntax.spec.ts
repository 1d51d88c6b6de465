import { describe, expect, it } from '@jest/globals';
import type { Reference } from './reference.js';
import { inTexts, parseCode, type CodeForm } from './syntax.js';
import { findPlaceholders } from './template.js';

const knows = ({ base }: Reference): boolean => base === 'start';

const parsed = (source: string, form: CodeForm) => parseCode(source, findPlaceholders(source, knows), form);

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
    expect(parsed(source, form).fault).toBeUndefined();
  });

  it.each([
    ["return fetch('x'", 'body', 16],
    ['const a = 1;\nreturn a +* <start.n>', 'body', 23],
    ['<start.ok> == true ==', 'expression', 21],
    ['return <strat.n>', 'body', 7],
    ['true; false', 'expression', 4],
  ] as const)('is found in %s, at its place', (source, form, offset) => {
    expect(parsed(source, form).fault).toEqual({ message: expect.any(String) as unknown, offset });
  });
});

describe('an unknown reference', () => {
  it('is found in strings and templates, not in code and comments', () => {
    const source = 'if (a <b.c> d) return "<x.a> <start.n>" + `<y.b>` // <z.c>';
    const unknown = findPlaceholders(source, () => true).filter(({ placeholder }) => placeholder.raw !== '<start.n>');
    expect(inTexts(parsed(source, 'body'), unknown).map(({ placeholder }) => placeholder.raw)).toEqual(['<x.a>', '<y.b>']);
  });
});
