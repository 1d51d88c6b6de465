import { describe, expect, it } from '@jest/globals';
import { hasReferences, withIds, withNames, type Resources } from './references.js';

const source: Resources = {
  table: [
    { id: 't1', name: 'customers' },
    { id: 't2', name: 'twice' },
    { id: 't3', name: 'twice' },
    { id: 't4', name: 'a, b' },
  ],
  'knowledge base': [
    { id: 'k1', name: 'Handbook' },
    { id: 'k2', name: 'Contracts' },
  ],
  workflow: [{ id: 'w1', name: 'Fee' }],
};
const target: Resources = {
  table: [{ id: 'T1', name: 'customers' }],
  'knowledge base': [
    { id: 'K1', name: 'Handbook' },
    { id: 'K2', name: 'Contracts' },
  ],
  workflow: [],
};

function block(field: string, value: unknown): Record<string, { name: string; subBlocks: Record<string, { value: unknown }> }> {
  return { b: { name: 'Work', subBlocks: { [field]: { value }, code: { value: 't1' } } } };
}

describe('references in workflow files', () => {
  it.each([
    ['tableId', 't1', 'customers', 'T1'],
    ['knowledgeBaseId', 'k1,k2', 'Handbook,Contracts', 'K1,K2'],
    ['knowledgeBaseId', ['k1', 'k2'], ['Handbook', 'Contracts'], ['K1', 'K2']],
  ])('are names in the file and ids in each workspace (%s)', (field, id, name, other) => {
    expect(withNames(block(field, id), source)).toEqual(block(field, name));
    expect(withIds(block(field, name), target)).toEqual({ blocks: block(field, other), missing: [] });
  });

  it.each([
    ['of an unknown id', 'tableId', 't9'],
    ['of a name that several tables have', 'tableId', 't2'],
    ['of a name that could not be read again', 'tableId', 't4'],
    ['that are computed when the block runs', 'tableId', '<start.table>'],
    ['that are secrets', 'tableId', '{{TABLE}}'],
  ])('%s stay as they are', (_which, field, value) => {
    expect(withNames(block(field, value), source)).toEqual(block(field, value));
  });

  it('that the workspace does not have are named with their block', () => {
    expect(withIds(block('workflowId', 'Fee'), target).missing).toEqual(['block "Work": the workspace has no workflow "Fee"']);
    expect(withIds(block('tableId', 'twice'), source).missing).toEqual([
      'block "Work": the workspace has several of table "twice"; use an id',
    ]);
    expect(withIds(block('tableId', '<start.table>'), target).missing).toEqual([]);
  });

  it('are those of tables, knowledge bases and workflows alone', () => {
    expect(hasReferences(block('tableId', 'x'))).toBe(true);
    expect(hasReferences({ b: { name: 'Work', subBlocks: { code: { value: 't1' } } } })).toBe(false);
  });
});
