import { styleText } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { visible } from './terminal.js';

describe('text for the terminal', () => {
  it.each([
    ['a title of the window', '\u001b]0;owned\u0007', '\\u001b]0;owned\\u0007'],
    ['a screen that is cleared', '\u001b[2J\u001b[H', '\\u001b[2J\\u001b[H'],
    ['hidden text', '\u001b[8mhidden', '\\u001b[8mhidden'],
    ['a control sequence of one byte', '\u009b2J', '\\u009b2J'],
    ['a line that is written over', 'failed\rcompleted', 'failed\\u000dcompleted'],
    ['a deletion', 'a\u007f\b', 'a\\u007f\\u0008'],
  ])('shows %s as an escape', (_what, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it('has lines, tabs, all letters and the colours of blocks', () => {
    const text = `one\n\ttwo — Zürich 東京 ${styleText('red', '✗', { validateStream: false })} ${styleText('cyan', '…', { validateStream: false })}`;
    expect(visible(text)).toBe(text);
  });

  it('keeps the meaning of JSON', () => {
    const value = { text: '\u009b2J \u007f \u001b[2J' };
    expect(JSON.parse(visible(JSON.stringify(value)))).toEqual(value);
  });
});
