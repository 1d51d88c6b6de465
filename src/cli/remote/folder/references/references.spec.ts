import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import { hasReferences, referredWorkflows, withIds, withNames, type Resources } from './references.js';

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
  workflow: [{ id: 'W1', name: 'Fee' }],
};

/** Tools of an agent. */
function tools(tableId: string, knowledgeBaseId: string, workflowId: string): Json {
  const usageControl = 'auto';
  return [
    { type: 'table', operation: 'query_rows', params: { tableId, limit: 5 }, usageControl },
    { type: 'knowledge', params: { knowledgeBaseId }, usageControl },
    { type: 'workflow', params: { workflowId }, usageControl },
    { type: 'workflow_input', params: { workflowId } },
    { type: 'gmail' },
  ];
}

function block(field: string, value: unknown): Record<string, { name: string; subBlocks: Record<string, { value: unknown }> }> {
  return { b: { name: 'Work', subBlocks: { [field]: { value }, code: { value: 't1' } } } };
}

describe('references in workflow files', () => {
  it.each([
    ['tableId', 't1', 'customers', 'T1'],
    ['knowledgeBaseId', 'k1,k2', 'Handbook,Contracts', 'K1,K2'],
    ['knowledgeBaseId', ['k1', 'k2'], ['Handbook', 'Contracts'], ['K1', 'K2']],
    ['tableSelector', 't1', 'customers', 'T1'],
    ['manualTableId', 't1', 'customers', 'T1'],
    ['workflowIds', ['w1'], ['Fee'], ['W1']],
    ['workflowIds', 'w1', 'Fee', 'W1'],
    ['tools', tools('t1', 'k1,k2', 'w1'), tools('customers', 'Handbook,Contracts', 'Fee'), tools('T1', 'K1,K2', 'W1')],
    [
      'tools',
      JSON.stringify(tools('t1', 'k1', 'w1')),
      JSON.stringify(tools('customers', 'Handbook', 'Fee')),
      JSON.stringify(tools('T1', 'K1', 'W1')),
    ],
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
    ['that are arguments of a custom tool', 'tools', [{ type: 'custom-tool', params: { tableId: 't1' } }]],
    ['in a text that is no list', 'tools', '<start.tools>'],
    ['of an unknown id in tools', 'tools', '[ {"type": "table", "params": {"tableId": "t9"}} ]'],
  ])('%s stay as they are', (_which, field, value) => {
    expect(withNames(block(field, value), source)).toEqual(block(field, value));
  });

  it('that the workspace does not have are named with their block', () => {
    expect(withIds(block('workflowId', 'Refund'), target).missing).toEqual(['block "Work": the workspace has no workflow "Refund"']);
    expect(withIds(block('tools', tools('orders', 'Handbook', 'Fee')), target).missing).toEqual([
      'block "Work": the workspace has no table "orders"',
    ]);
    expect(withIds(block('tableId', 'twice'), source).missing).toEqual([
      'block "Work": the workspace has several of table "twice"; use an id',
    ]);
    expect(withIds(block('tableId', '<start.table>'), target).missing).toEqual([]);
  });

  it('are those of tables, knowledge bases and workflows alone', () => {
    expect(hasReferences(block('tableId', 'x'))).toBe(true);
    expect(hasReferences({ b: { name: 'Work', subBlocks: { code: { value: 't1' } } } })).toBe(false);
    expect(hasReferences({ b: { name: 'Work', subBlocks: { tools: { value: [{ type: 'gmail' }] } } } })).toBe(false);
  });

  it('to a workflow are found in blocks, tools and triggers', () => {
    expect(referredWorkflows(block('workflowId', 'Fee')).includes('Fee')).toBe(true);
    expect(referredWorkflows(block('workflowIds', ['Refund', 'Fee'])).includes('Fee')).toBe(true);
    expect(referredWorkflows(block('tools', tools('Fee', 'Fee', 'Refund'))).includes('Fee')).toBe(false);
    expect(referredWorkflows(block('tools', tools('orders', 'Handbook', 'Fee'))).includes('Fee')).toBe(true);
  });
});
