import { describe, expect, it } from '@jest/globals';
import { csvField, withoutFormula } from './csv-field.js';

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
  it.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx', `'=1`])('is no formula when it is %j', (text) => {
    expect(withoutFormula(text)).toBe(`'${text}`);
  });

  it('is unchanged when a spreadsheet would not run it', () => {
    expect(withoutFormula('a=1')).toBe('a=1');
  });
});
