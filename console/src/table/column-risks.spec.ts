import { describe, expect, it } from '@jest/globals';
import { lossesOf, risksOf } from './column-risks.js';

const total = { name: 'total', type: 'number', required: false, unique: false };
const facts = { filled: 1200, empty: 3, uses: 2 };

describe('what a change of a column breaks', () => {
  it('is nothing when nothing changes', () => {
    expect(risksOf(total, total, facts)).toEqual([]);
  });

  it('names the workflows that a new name breaks', () => {
    expect(risksOf(total, { ...total, name: 'sum' }, facts)).toEqual([
      'Filters, saved links and requests that name total are refused.',
      '2 workflows use this table: blocks that name total fail until they are changed.',
    ]);
    expect(risksOf(total, { ...total, name: 'sum' }, { ...facts, uses: 0 })).toHaveLength(1);
  });

  it('counts the cells that another type must hold', () => {
    expect(risksOf(total, { ...total, type: 'string' }, { ...facts, uses: 0 })).toEqual([
      '1,200 cells must be readable as string without losing information. Otherwise nothing changes.',
    ]);
  });

  it('counts the empty cells of a column that becomes required, and says what is refused later', () => {
    expect(risksOf(total, { ...total, required: true }, facts)[0]).toBe('3 rows have no value. Fill them first: the change is refused.');
    expect(risksOf(total, { ...total, required: true }, { ...facts, empty: 0 })).toEqual([
      'Rows without a value are refused from then on.',
    ]);
  });

  it('says what a deletion takes away, also before all is counted', () => {
    expect(lossesOf(total, facts)[0]).toBe('1,200 cells with a value are deleted.');
    expect(lossesOf(total, { filled: undefined, empty: undefined, uses: undefined })).toEqual([
      'Its cells with a value are deleted.',
      'Requests that name total are refused.',
    ]);
  });
});
