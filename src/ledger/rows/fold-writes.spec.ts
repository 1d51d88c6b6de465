import { describe, expect, it } from '@jest/globals';
import { foldWrites } from './fold-writes.js';
import { record } from './kept.js';
import { ReadModel, type Write } from './read-model.js';

const row = new ReadModel<{ id: string; a: number | null; b: number | null }, 'id'>({
  table: 'example',
  key: ['id'],
  kept: record('a table of this test'),
  columns: { id: { type: 'uuid' }, a: { type: 'integer', nullable: true }, b: { type: 'integer', nullable: true } },
});

const folded = (...writes: Write[]): unknown => foldWrites(writes).map(({ operation, row: values }) => [operation, values]);

describe('writes of one row', () => {
  it('become one: a row and its changes are the changed row', () => {
    expect(folded(row.put({ id: '1', a: 1, b: null }), row.patch({ id: '1', b: 2 }))).toEqual([['put', { id: '1', a: 1, b: 2 }]]);
  });

  it('become one: several changes are one change', () => {
    expect(folded(row.patch({ id: '1', a: 1 }), row.patch({ id: '1', a: 3, b: 2 }))).toEqual([['patch', { id: '1', a: 3, b: 2 }]]);
  });

  it('become one: what was removed stays removed, whatever came before or is changed after', () => {
    expect(folded(row.put({ id: '1', a: 1, b: 1 }), row.remove({ id: '1' }), row.patch({ id: '1', a: 2 }))).toEqual([
      ['remove', { id: '1' }],
    ]);
  });

  it('become one: a row that was removed and made again is replaced', () => {
    expect(folded(row.remove({ id: '1' }), row.add({ id: '1', a: 1, b: 1 }))).toEqual([['put', { id: '1', a: 1, b: 1 }]]);
  });

  it('become one: what is counted up several times is counted up by the sum', () => {
    const [first, second, other] = [
      row.increase({ id: '1', a: 1, b: 5 }),
      row.increase({ id: '1', a: 1, b: 7 }),
      row.increase({ id: '2', a: 1, b: 1 }),
    ];
    expect(folded(first, second, other)).toEqual([
      ['increase', { id: '1', a: 2, b: 12 }],
      ['increase', { id: '2', a: 1, b: 1 }],
    ]);
  });

  it('are refused where a row is counted up and changed in another way', () => {
    expect(() => folded(row.put({ id: '1', a: 1, b: 1 }), row.increase({ id: '1', a: 1, b: 1 }))).toThrow(
      'A row of example is counted up and changed in another way',
    );
  });

  it('leave other rows alone', () => {
    expect(folded(row.patch({ id: '1', a: 1 }), row.patch({ id: '2', a: 2 }))).toHaveLength(2);
  });
});
