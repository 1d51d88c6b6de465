import { expect, it } from '@jest/globals';
import { memberPath } from './member-path.js';

it('the path of a member is written as expressions write it', () => {
  expect(memberPath('', 'output', false)).toBe('output');
  expect(memberPath('output', 'rows', false)).toBe('output.rows');
  expect(memberPath('output.rows', '3', true)).toBe('output.rows[3]');
  expect(memberPath('headers', 'x-id', false)).toBe('headers["x-id"]');
});
