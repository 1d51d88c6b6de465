import { describe, expect, it } from '@jest/globals';
import type { WorkflowDocument } from '#document/document.js';
import { documentLimits } from '#document/document-limits.js';
import { aBlock, aState, readDocument } from '../../../../../test/support/workflow-documents.js';
import { applyEdit } from './apply-edit.js';
import type { DraftOperation } from './operation.js';

const document = readDocument({ state: aState([aBlock('code', 'function')]) });
const set = (field: string, value: string): DraftOperation => ({ op: 'set', id: 'code', field, value });
const megabytes = (count: number): string => 'x'.repeat(count * 1024 * 1024);

describe('an edit of a draft', () => {
  it('is refused when the document would be too large', () => {
    let draft: WorkflowDocument = document;
    for (const field of ['a', 'b', 'c']) draft = applyEdit(draft, [set(field, megabytes(3))]).document;
    expect(() => applyEdit(draft, [set('d', megabytes(3))])).toThrow('The document must not have more than 10 MiB as JSON');
  });

  it('may make a document smaller that is too large', () => {
    const large = { ...document, metadata: { notes: megabytes(12), more: megabytes(1) } };
    const { document: smaller } = applyEdit(large, [{ op: 'metadata', name: 'more' }]);
    expect(JSON.stringify(smaller).length).toBeGreaterThan(documentLimits.bytes);
  });
});
