import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import type { ColumnType } from '../domain/column.js';
import { cellKey, emptyKey } from './cell-key.js';

const inOrder: readonly (readonly [ColumnType, readonly Json[]])[] = [
  ['number', [-1e308, -10, -9, -1, -5e-324, 0, 5e-324, 0.1, 1, 9, 10, 1e308]],
  ['date', ['1999-12-31', '2000-01-01', '2000-01-01T00:00:00.001Z', '2000-01-02']],
  ['boolean', [false, true]],
  ['string', ['', '10', '9', 'a', 'Ab', 'b', 'é', '日']],
];

describe('keys of cells', () => {
  it.each(inOrder)('of type %s have the order of their values, and empty cells come last', (type, values) => {
    const keys = [...values.map((value) => cellKey(type, value)), cellKey(type, null)];
    expect(keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))).toEqual(keys);
    expect(new Set(keys).size).toBe(keys.length);
    expect(cellKey(type, undefined)).toBe(emptyKey);
  });

  it.each<[ColumnType, Json, Json]>([
    ['string', 'Ada', 'aDA'],
    ['number', 0, -0],
    ['date', '2000-01-01', '2000-01-01T00:00:00.000Z'],
    ['json', { a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 }],
  ])('of type %s are equal for %j and %j', (type, one, other) => {
    expect(cellKey(type, one)).toBe(cellKey(type, other));
  });

  it('stay short, and differ for different long texts', () => {
    const [one, other] = ['1', '2'].map((end) => cellKey('string', '日'.repeat(9999) + end));
    expect(one).not.toBe(other);
    expect(Buffer.byteLength(one ?? '')).toBeLessThan(700);
  });
});
