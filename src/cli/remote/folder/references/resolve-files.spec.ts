import { describe, expect, it } from '@jest/globals';
import { emptyDocument } from '#document/document.js';
import type { WorkflowFile } from '../files/workflow-file.js';
import { describedWorkflows } from './resolve-files.js';

const aFile = (name: string, workflowId?: string): WorkflowFile => ({
  path: `${name}.json`,
  name,
  workflowId,
  description: null,
  document: emptyDocument,
});

describe('workflows that files may refer to', () => {
  const present = [
    { id: '1', name: 'Fee' },
    { id: '2', name: 'Refund' },
  ];

  it('have the name that their file gives them', () => {
    expect(describedWorkflows(present, [aFile('Fees', '1')])).toEqual([
      { id: '1', name: 'Fees' },
      { id: '2', name: 'Refund' },
    ]);
    expect(describedWorkflows(present, [aFile('Refund', '1'), aFile('Fee', '2')])).toEqual([
      { id: '1', name: 'Refund' },
      { id: '2', name: 'Fee' },
    ]);
  });

  it('contain those that a file creates, also under a name that another one gives up', () => {
    expect(describedWorkflows(present, [aFile('Fees', '1'), aFile('Fee'), aFile('Refund')])).toEqual([
      { id: '1', name: 'Fees' },
      { id: '2', name: 'Refund' },
      { id: 'Fee', name: 'Fee' },
    ]);
  });
});
