import { describe, expect, it } from '@jest/globals';
import { DomainError } from '#kernel/errors.js';
import { documentTags } from './document-tags.js';
import { tagFilters } from './tag-filters.js';

function pathsOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return (error as DomainError).details?.map(({ path }) => path);
  }
  return undefined;
}

describe('filters by tags', () => {
  it('compare for equality by default', () => {
    expect(tagFilters([{ tagName: 'team', value: 'ops' }])).toEqual([{ tagName: 'team', operator: 'eq', value: 'ops' }]);
  });

  it('accept an object of names and values', () => {
    expect(tagFilters({ team: 'ops', year: 2031 })).toEqual([
      { tagName: 'team', operator: 'eq', value: 'ops' },
      { tagName: 'year', operator: 'eq', value: 2031 },
    ]);
  });

  it.each([
    ['a text', 'team', [['tagFilters']]],
    ['too many', Array.from({ length: 21 }, () => ({ tagName: 'a', value: 1 })), [['tagFilters']]],
    ['an unknown operator', [{ tagName: 'a', operator: 'like', value: 1 }], [['tagFilters', 0, 'operator']]],
    ['an object as a value', [{ tagName: 'a', value: {} }], [['tagFilters', 0, 'value']]],
    [
      'half a character',
      [{ tagName: 'cut \ud83d', value: 'cut \ud83d' }],
      [
        ['tagFilters', 0, 'tagName'],
        ['tagFilters', 0, 'value'],
      ],
    ],
    ['NUL', { a: 'a\0' }, [['tagFilters', 0, 'value']]],
    ['a range without an upper bound', [{ tagName: 'a', operator: 'between', value: 1 }], [['tagFilters', 0, 'valueTo']]],
  ])('are rejected when they contain %s', (_, given, paths) => {
    expect(pathsOf(() => tagFilters(given))).toEqual(paths);
  });
});

describe('tags', () => {
  it('are strings, numbers and booleans', () => {
    expect(documentTags({ team: 'ops', year: 2031, final: true })).toEqual({ team: 'ops', year: 2031, final: true });
  });

  it.each([
    ['a list', [], [['tags']]],
    ['nested', { a: {} }, [['tags', 'a']]],
    ['too long', { a: 'x'.repeat(1001) }, [['tags', 'a']]],
    [
      'half a character',
      { 'a\ud83d': 'b', c: 'd\ud83d', e: 'f\0' },
      [
        ['tags', 'a\ud83d'],
        ['tags', 'c'],
        ['tags', 'e'],
      ],
    ],
    ['too many', Object.fromEntries(Array.from({ length: 33 }, (_, id) => [`t${id}`, id])), [['tags']]],
  ])('are rejected when they are %s', (_, given, paths) => {
    expect(pathsOf(() => documentTags(given))).toEqual(paths);
  });
});
