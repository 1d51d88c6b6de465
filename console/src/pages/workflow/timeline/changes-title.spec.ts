import { expect, it } from '@jest/globals';
import { changesTitle } from './changes-title.js';

it.each([
  ['edits', [], 3, '3 changes'],
  ['edits', [], 1, '1 change'],
  ['replaced', [], 1, 'The whole draft was saved'],
  ['replaced', ['Restore revision 2'], 1, 'Restore revision 2'],
  ['edits', ['Move', 'Rename', 'Add Agent', 'Connect'], 9, 'Add Agent, Connect, and 2 more'],
] as const)('names %s with the labels %j', (kind, labels, edits, title) => {
  expect(changesTitle({ kind, labels, edits })).toBe(title);
});
