import { describe, expect, it } from '@jest/globals';
import { DomainError } from '#kernel/errors.js';
import { selectedValues, selectOutputs } from './output-selection.js';

const blocks = {
  'b-1': { name: 'Work Out Fee' },
  'b-1_2': { name: 'Notify v1.2' },
  '01890000-0000-7000-8000-000000000001': { name: 'Search' },
};

function placeOf(selector: string): { blockId: string; path: string; keys: readonly string[] } | undefined {
  return selectOutputs([selector], blocks)[0];
}

function detailsOf(selectors: readonly string[]): unknown {
  try {
    selectOutputs(selectors, blocks);
  } catch (error) {
    return (error as DomainError).details;
  }
  return undefined;
}

describe('a selector', () => {
  it.each([
    ['b-1', 'b-1', '', []],
    ['b-1.result.fee', 'b-1', 'result.fee', ['result', 'fee']],
    ['b-1_result.fee', 'b-1', 'result.fee', ['result', 'fee']],
    ['workoutfee.result', 'b-1', 'result', ['result']],
    ['Work Out Fee.result', 'b-1', 'result', ['result']],
    ['b-1_2.status', 'b-1_2', 'status', ['status']],
    ['b-1_2', 'b-1_2', '', []],
    ['notifyv12.status', 'b-1_2', 'status', ['status']],
    ['search.items[0].title', '01890000-0000-7000-8000-000000000001', 'items[0].title', ['items', '0', 'title']],
    ['01890000-0000-7000-8000-000000000001_items', '01890000-0000-7000-8000-000000000001', 'items', ['items']],
  ])('%s means a place in one block', (selector, blockId, path, keys) => {
    expect(placeOf(selector)).toEqual({ blockId, path, keys });
  });

  it.each(['', '.', 'unknown', 'unknown.x', 'b-2_x'])('%j names no block', (selector) => {
    expect(detailsOf(['b-1', selector])).toEqual([
      { path: ['selectedOutputs', 1], message: expect.stringContaining(JSON.stringify(selector)), code: 'invalid' },
    ]);
  });

  it.each(['b-1.', 'b-1_', 'b-1.a..b', 'b-1.a[x]', 'b-1.[0]', 'b-1.a.'])('%j has no path that can be followed', (selector) => {
    expect(detailsOf([selector])).toMatchObject([{ path: ['selectedOutputs', 0], message: expect.stringContaining('path') }]);
  });

  it('is one of a hundred at most', () => {
    expect(detailsOf(Array.from({ length: 101 }, () => 'b-1'))).toMatchObject([{ path: ['selectedOutputs'], code: 'out_of_range' }]);
  });
});

describe('the selected values of a block', () => {
  const selection = selectOutputs(['b-1.result.fee', 'b-1.none', 'b-1.result.toString', 'search.x', 'b-1.zero'], blocks);

  it('are those that are there as data, null included', () => {
    expect(selectedValues(selection, 'b-1', { result: { fee: 3 }, zero: null })).toEqual([
      { path: 'result.fee', value: 3 },
      { path: 'zero', value: null },
    ]);
  });
});
