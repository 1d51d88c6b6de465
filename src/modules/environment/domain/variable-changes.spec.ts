import { describe, expect, it } from '@jest/globals';
import { DomainError, type ErrorDetail } from '#kernel/errors.js';
import { parseVariables } from './variable-changes.js';

function detailsOf(sent: object): readonly ErrorDetail[] {
  try {
    parseVariables(sent);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return error.details ?? [];
    throw error;
  }
  return [];
}

const many = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, index) => [`V${index}`, 'x']));

describe('changes of variables', () => {
  it('set variables with a string and remove those with null', () => {
    expect(parseVariables({ TOKEN: 'abc', EMPTY: '', OLD: null })).toEqual({
      values: new Map([
        ['TOKEN', 'abc'],
        ['EMPTY', ''],
      ]),
      removed: ['OLD'],
    });
  });

  it.each(['A', '_', '_1', 'lower_case', 'CamelCase9', 'constructor', 'toString', 'A'.repeat(128)])('may name %s', (name) => {
    expect([...parseVariables({ [name]: 'x' }).values]).toEqual([[name, 'x']]);
  });

  it('accept names that have a meaning in JavaScript', () => {
    const { values } = parseVariables(JSON.parse('{"__proto__": "x", "hasOwnProperty": "y"}') as object);
    expect([...values]).toEqual([
      ['__proto__', 'x'],
      ['hasOwnProperty', 'y'],
    ]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it.each(['', '1A', 'A-B', 'A B', 'A.B', 'Ä', 'A\n', '{{A}}', 'А'])('may not name %j', (name) => {
    expect(detailsOf({ [name]: 'x' })).toEqual([
      {
        path: ['variables', name],
        message: `variables.${name} must have a name of letters, digits and underscores and must not start with a digit`,
        code: 'invalid',
      },
    ]);
  });

  it('may not remove a variable with an invalid name', () => {
    expect(detailsOf({ '1A': null })).toHaveLength(1);
  });

  it('reject a name that is too long, and shorten it in the message', () => {
    const [detail] = detailsOf({ ['A'.repeat(100_000)]: 'x' });
    expect(detail).toMatchObject({ code: 'out_of_range', path: ['variables', `${'A'.repeat(128)}…`] });
    expect(detail?.message).toContain('must have a name of at most 128 characters');
  });

  it.each([[1], [true], [{ value: 'x' }], [['x']], [undefined]])('reject the value %j', (value) => {
    expect(detailsOf({ TOKEN: value })).toEqual([
      { path: ['variables', 'TOKEN'], message: 'variables.TOKEN must be a string, or null to remove the variable', code: 'invalid_type' },
    ]);
  });

  it('accept a value of at most 32768 characters', () => {
    expect(detailsOf({ TOKEN: 'x'.repeat(32_768) })).toEqual([]);
    expect(detailsOf({ TOKEN: 'x'.repeat(32_769) })).toEqual([
      { path: ['variables', 'TOKEN'], message: 'variables.TOKEN must not be longer than 32768 characters', code: 'out_of_range' },
    ]);
  });

  it('never repeat a value', () => {
    expect(JSON.stringify(detailsOf({ '1A': 'a-secret', TOKEN: `a-secret${'x'.repeat(40_000)}`, LIST: ['a-secret'] }))).not.toContain(
      'a-secret',
    );
  });

  it('report all problems at once', () => {
    expect(detailsOf({ '1A': 'x', FINE: 'x', TOKEN: 1 }).map(({ path }) => path[1])).toEqual(['1A', 'TOKEN']);
  });

  it('are at most 1000 in a request', () => {
    expect(detailsOf(many(1_000))).toEqual([]);
    expect(detailsOf(many(1_001))).toEqual([
      { path: ['variables', 'V1000'], message: 'A request may change at most 1000 variables', code: 'out_of_range' },
    ]);
  });
});
