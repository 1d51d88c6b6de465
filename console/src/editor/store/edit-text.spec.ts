import { expect, it } from '@jest/globals';
import type { DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';
import type { Conflict } from './draft-state.js';
import { editText, sidesOf } from './edit-text.js';

const set = (field: string, value: string): DraftOperation => ({ op: 'set', id: 'a', field, value });

function aConflict(mine: readonly DraftOperation[], theirs: readonly DraftOperation[]): Conflict {
  const change = { revision: 2, editId: 't', label: 'Theirs', operations: theirs, userId: 'u', at: '' };
  return { edit: { editId: 'm', label: 'Mine', operations: mine, at: 0 }, theirs: [change] };
}

it('writes what an edit has as text to be pasted elsewhere', () => {
  expect(editText([set('code', 'return 1\nreturn 2'), { op: 'rename', id: 'a', name: 'Sum' }])).toBe('return 1\nreturn 2\nSum');
  expect(editText([{ op: 'set', id: 'a', field: 'rows', value: [1] }])).toBe('[\n  1\n]');
  expect(editText([{ op: 'remove-block', id: 'a' }])).toContain('"remove-block"');
});

it('has the two texts between which a person decides, and none where an edit is more than a text', () => {
  const code = set('code', 'mine');
  expect(sidesOf(aConflict([code], [set('code', 'first'), set('code', 'theirs'), set('other', 'x')]))).toEqual({
    theirs: 'theirs',
    mine: 'mine',
  });
  expect(sidesOf(aConflict([code], [{ op: 'remove-block', id: 'a' }]))).toBeUndefined();
  expect(sidesOf(aConflict([code, set('other', 'x')], [set('code', 'theirs')]))).toBeUndefined();
});
