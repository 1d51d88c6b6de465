import { describe, expect, it } from '@jest/globals';
import { checkDeclared } from './declared-outputs.js';

const block = { name: 'Fetch', outputs: { data: { type: 'json' }, user: { type: 'object', properties: { id: { type: 'string' } } } } };

describe('a path that has no value', () => {
  it.each([[[]], [['data']], [['data', 'x', 'y']], [['user']], [['user', 'id']], [['user', 'id', 'x']], [['error']]])(
    'is merely absent: %j',
    (path) => {
      expect(() => checkDeclared(block, path)).not.toThrow();
    },
  );

  it('is a mistake where the outputs rule it out', () => {
    expect(() => checkDeclared(block, ['dta', 'x'])).toThrow('"Fetch" has no output "dta". Available: data, user');
    expect(() => checkDeclared(block, ['user', 'name'])).toThrow('"Fetch" has no output "user.name". Available: id');
    expect(() => checkDeclared(block, ['user', 'error'])).toThrow('Available: id');
  });

  it('is merely absent where outputs are not declared', () => {
    expect(() => checkDeclared({ name: 'Fetch', outputs: null }, ['x'])).not.toThrow();
  });
});
