import { expect, it } from '@jest/globals';
import { errorText } from './error-text.js';

it.each([
  ['Order <n> is gone', 'Order … is gone'],
  ['No customer <id> (<n>.<n>.<n>)', 'No customer … (…)'],
  ['\nTypeError: x is not a function\n    at line <n>', 'TypeError: x is not a function'],
  ['<html> is no JSON', '<html> is no JSON'],
  ['', 'The error has no text'],
])('shows the group of errors %j as %j', (pattern, text) => {
  expect(errorText(pattern)).toBe(text);
});
