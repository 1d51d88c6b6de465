import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { filterOfRules } from './filter-rules.js';

const columns = [
  { name: 'zip', type: 'string' },
  { name: 'age', type: 'number' },
  { name: 'member', type: 'boolean' },
];

function rule(column: string, operator: string, value: Json = '', logicalOperator = 'and'): Json {
  return { id: 'r', column, operator, value, logicalOperator };
}

describe('the rows of an editor', () => {
  it('are joined by and before or', () => {
    const rules = [rule('age', 'gt', '1'), rule('age', 'lt', '9'), rule('zip', 'contains', 'x', 'or')];
    expect(filterOfRules(rules, columns)).toEqual({
      $or: [{ $and: [{ age: { $gt: 1 } }, { age: { $lt: 9 } }] }, { $and: [{ zip: { $contains: 'x' } }] }],
    });
  });

  it.each<[string, string, Json, Json]>([
    ['zip', 'eq', '0815', '0815'],
    ['zip', 'eq', 815, '815'],
    ['age', 'eq', '36', 36],
    ['age', 'eq', 'null', null],
    ['age', 'eq', 'old', 'old'],
    ['member', 'eq', 'true', true],
    ['age', 'in', '1, 2', [1, 2]],
    ['zip', 'nin', '1,2', ['1', '2']],
  ])('have values of the type of their column: %s %s %j', (column, operator, value, wanted) => {
    expect(filterOfRules([rule(column, operator, value)], columns)).toEqual({
      $or: [{ $and: [{ [column]: { [`$${operator}`]: wanted } }] }],
    });
  });

  it.each([
    ['isEmpty', true],
    ['isNotEmpty', false],
  ])('ask with %s for empty cells or others', (operator, wanted) => {
    expect(filterOfRules([rule('zip', operator)], columns)).toEqual({ $or: [{ $and: [{ zip: { $empty: wanted } }] }] });
  });

  it('say nothing where they are not filled in', () => {
    expect(filterOfRules([rule('', 'eq')], columns)).toEqual({});
  });

  it('are joined by and around a row with or that is not filled in', () => {
    const rules = [rule('zip', 'eq', 'a'), rule('', 'eq', '', 'or'), rule('age', 'eq', '1')];
    expect(filterOfRules(rules, columns)).toEqual({ $or: [{ $and: [{ zip: { $eq: 'a' } }, { age: { $eq: 1 } }] }] });
  });

  it('are refused where a column is missing that a value was meant for', () => {
    expect(() => filterOfRules([rule('age', 'eq', '1'), rule('', 'eq', 'x')], columns)).toThrow('Rule 2 of the filter must have a column');
  });
});
