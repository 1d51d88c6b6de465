import { expect, it } from '@jest/globals';
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

it('names the path of a document that is a part of its request', () => {
  const problems = [
    { field: 'blocks', message: 'blocks is required', code: 'required' },
    { message: 'The document is nested too deeply', code: 'invalid_json' },
  ];
  expect(invalidDocument(problems, ['state']).details).toMatchObject([{ path: ['state', 'blocks'] }, { path: ['state'] }]);
});
