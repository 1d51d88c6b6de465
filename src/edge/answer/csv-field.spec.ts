import { describe, expect, it } from '@jest/globals';
import { csvField, withFormula, withoutFormula } from './csv-field.js';

describe('a field of a CSV file', () => {
  it.each([
    ['plain', 'plain'],
    ['one, two', '"one, two"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [' space', '" space"'],
  ])('holds %j as %s', (text, field) => {
    expect(csvField(text)).toBe(field);
  });
});

describe('a text that goes to a spreadsheet', () => {
  const formulas = [
    '=1+1',
    '+1',
    '-1',
    '@sum',
    '\tx',
    '\rx',
    `'=1`,
    '＝1+1',
    '＋1',
    '－1',
    '＠sum',
    ' =1',
    '\u00a0=1',
    '\u3000＝1',
    '\n=1',
    `' =1`,
  ];

  it.each(formulas)('is no formula when it is %j', (text) => {
    expect(withoutFormula(text)).toBe(`'${text}`);
  });

  it.each([...formulas, `'plain`, ' plain', "it's"])('is the same after an import when it is %j', (text) => {
    expect(withFormula(withoutFormula(text))).toBe(text);
  });

  it.each(['a=1', ' a=1', 'a ＝1'])('is unchanged when a spreadsheet would not run it: %j', (text) => {
    expect(withoutFormula(text)).toBe(text);
  });
});
