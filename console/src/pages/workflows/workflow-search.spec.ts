import { describe, expect, it } from '@jest/globals';
import { found, workflowSearchFrom } from './workflow-search.js';

const workflows = [
  { name: 'Orders', folderId: 'eu', isDeployed: true },
  { name: 'Refund an order', folderId: null, isDeployed: false },
  { name: 'Mail', folderId: 'eu', isDeployed: false },
];
const names = (list: readonly { readonly name: string }[]): readonly string[] => list.map(({ name }) => name);

describe('the search for workflows', () => {
  it('leaves out of an address what has no meaning', () => {
    expect(workflowSearchFrom({ folder: '', q: ' ', state: 'gone', other: '1' })).toEqual({});
    expect(workflowSearchFrom({ folder: 'f', q: 'or', state: 'draft' })).toEqual({ folder: 'f', q: 'or', state: 'draft' });
  });

  it('finds parts of names, whatever their case', () => {
    expect(names(found(workflows, { q: 'ORDER' }, undefined))).toEqual(['Orders', 'Refund an order']);
  });

  it('keeps to folders and to a state', () => {
    expect(names(found(workflows, {}, new Set(['eu'])))).toEqual(['Orders', 'Mail']);
    expect(names(found(workflows, { state: 'draft' }, new Set(['eu'])))).toEqual(['Mail']);
    expect(names(found(workflows, { state: 'deployed' }, undefined))).toEqual(['Orders']);
  });
});
