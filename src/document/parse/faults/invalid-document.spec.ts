import { expect, it } from '@jest/globals';
import { unreadableDocument } from './document-fault.js';
import { invalidDocument } from './invalid-document.js';

it('refuses a document with every problem as one detail that says where it is', () => {
  const problems = [
    { blockId: 'b1', field: 'type', message: 'Block "Leap" is of an unknown type', code: 'unknown_block_type' },
    { blockId: 'b1', edgeId: 'e1', message: 'Edge "e1" leads nowhere', code: 'dangling_edge' },
    { message: 'The workflow has no start', code: 'no_start' },
  ];
  expect(invalidDocument(problems)).toMatchObject({
    kind: 'invalid',
    code: 'VALIDATION_FAILED',
    message: 'Block "Leap" is of an unknown type',
    details: [
      { path: ['blocks', 'b1', 'type'], ...problems[0] },
      { path: ['edges', 'e1'], ...problems[1] },
      { path: [], ...problems[2] },
    ],
  });
});

it('names the path of a fault in the request that has the document', () => {
  const faults = [
    { field: 'blocks', message: 'blocks is required', code: 'required', path: ['state', 'blocks'] },
    { message: 'The document is nested too deeply', code: 'invalid_json', path: [] },
  ];
  expect(unreadableDocument(faults, ['workflow']).details).toMatchObject([
    { path: ['workflow', 'state', 'blocks'] },
    { path: ['workflow'] },
  ]);
});
