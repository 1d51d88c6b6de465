import { expect, it } from '@jest/globals';
import { emptyDocument, type WorkflowDocument } from '../../../../src/document/document.js';
import { applyOperations } from '../../../../src/modules/workflows/domain/edits/apply-operations.js';
import type { Command } from '../commands/command.js';
import { namedInputs, removeNamedInput, saveNamedInput } from './named-inputs.js';

function after(document: WorkflowDocument, { operations }: Command): WorkflowDocument {
  const applied = applyOperations(document, operations);
  if (applied.refused !== undefined) throw new Error(applied.refused.message);
  return applied.document;
}

it('stores examples by name, replaces one of the same name, and removes them', () => {
  const one = after(emptyDocument, saveNamedInput(emptyDocument, 'Large order', { amount: 5000 }));
  const two = after(one, saveNamedInput(one, 'Empty order', {}));
  expect(namedInputs(two).map(({ name, input }) => [name, input])).toEqual([
    ['Empty order', {}],
    ['Large order', { amount: 5000 }],
  ]);
  const changed = after(two, saveNamedInput(two, 'Large order', { amount: 7000 }));
  expect(namedInputs(changed).map(({ input }) => input)).toEqual([{}, { amount: 7000 }]);
  const rest = namedInputs(changed).reduce((document, example) => after(document, removeNamedInput(example)), changed);
  expect(rest).toEqual(emptyDocument);
});

it('ignores metadata of another shape', () => {
  const metadata = {
    'example:a': 'text',
    'example:b': { name: 5, input: 1 },
    'example:c': { name: 'No input' },
    other: { name: 'x', input: 1 },
  };
  expect(namedInputs({ ...emptyDocument, metadata })).toEqual([]);
});
