import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import type { ColumnType } from './column.js';
import { convertCell, losesDigits, retypedCell } from './convert-cell.js';

describe('a converted cell', () => {
  it.each<[Json, ColumnType, Json]>([
    ['12', 'number', 12],
    [' -1.5e3 ', 'number', -1500],
    ['007', 'number', 7],
    ['+49', 'number', 49],
    ['1.10', 'number', 1.1],
    ['-0', 'number', 0],
    ['1.50e2', 'number', 150],
    ['100000000000000000000000', 'number', 1e23],
    ['0.10000000000000001', 'number', 0.1],
    ['1.7976931348623157e308', 'number', 1.7976931348623157e308],
    [12, 'string', '12'],
    [true, 'string', 'true'],
    ['TRUE', 'boolean', true],
    ['false', 'boolean', false],
    ['2031-03-04T05:06:07Z', 'date', '2031-03-04T05:06:07.000Z'],
    ['2031-03-04', 'date', '2031-03-04'],
    ['2031-03-04', 'string', '2031-03-04'],
    [{ a: 1 }, 'json', { a: 1 }],
    ['a', 'json', 'a'],
  ])('%j as %s is %j', (cell, type, expected) => {
    expect(convertCell(cell, type)).toEqual(expected);
  });

  it.each<[Json, ColumnType]>([
    ['', 'number'],
    ['0x10', 'number'],
    ['1,5', 'number'],
    ['1e999', 'number'],
    ['12345678901234567890', 'number'],
    ['1735689234567890123', 'number'],
    ['0.1e-400', 'number'],
    ['0.123456789012345678', 'number'],
    [`1${'0'.repeat(500)}1`, 'number'],
    [true, 'number'],
    ['yes', 'boolean'],
    [1, 'boolean'],
    ['tomorrow', 'date'],
    [20_310_304, 'date'],
    ['2031-02-30', 'date'],
    [{ a: 1 }, 'string'],
    [[1], 'number'],
  ])('%j cannot become %s', (cell, type) => {
    expect(convertCell(cell, type)).toBeUndefined();
  });
});

describe('a cell of a column whose type changes', () => {
  it.each<[Json, Json | undefined]>([
    ['12', 12],
    ['0.5', 0.5],
    ['-1.50', -1.5],
    ['007', undefined],
    ['-01', undefined],
    ['+49', undefined],
    ['12345678901234567890', undefined],
  ])('%j as a number is %j', (cell, expected) => {
    expect(retypedCell(cell, 'number')).toEqual(expected);
  });
});

describe('a text that loses digits as a number', () => {
  it.each([
    ['1735689234567890123', true],
    [' 1e999 ', true],
    ['12', false],
    ['+49', false],
    ['twelve', false],
  ])('%s: %s', (text, expected) => {
    expect(losesDigits(text)).toBe(expected);
  });
});
