import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import type { ColumnType } from './column.js';
import { convertCell } from './convert-cell.js';

describe('a converted cell', () => {
  it.each<[Json, ColumnType, Json]>([
    ['12', 'number', 12],
    [' -1.5e3 ', 'number', -1500],
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
