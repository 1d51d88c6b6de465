import { describe, expect, it } from '@jest/globals';
import { aBlock, anEdge, aState, readDocument, workflowFixture } from '../../../../test/support/workflow-documents.js';
import { compactState } from '#document/export/compact-document.js';
import { withReadableIds } from '#document/export/readable-ids.js';
import { regenerateIds } from '#document/parse/regenerate-ids.js';
import { withAdoptedIds } from './adopted-ids.js';

let made = 0;
const uuid = (): string => `00000000-0000-7000-8000-${String((made += 1)).padStart(12, '0')}`;

describe('ids that a file adopts from the draft of its workflow', () => {
  it.each(['fee-gate', 'orders-with-two-reviewers'] as const)('make the file of %s equal to the draft it was exported from', (name) => {
    const draft = regenerateIds(readDocument(workflowFixture(name)), uuid);
    const file = readDocument(compactState(withReadableIds(draft)));
    expect(withAdoptedIds(file, draft)).toEqual({ ...draft, metadata: file.metadata });
  });

  it('follow a block that was renamed in the file', () => {
    const draft = regenerateIds(readDocument(aState([aBlock('a'), aBlock('b')], [anEdge('a', 'b')])), uuid);
    const file = readDocument(aState([aBlock('a', 'function', { name: 'Other' }), aBlock('b')], [anEdge('a', 'b')]));
    expect(Object.keys(withAdoptedIds(file, draft).blocks)).toEqual(Object.keys(draft.blocks));
  });

  it('follow a name when the id in the file is another one', () => {
    const draft = regenerateIds(readDocument(aState([aBlock('a', 'function', { name: 'Work Out Fee' })])), uuid);
    const file = readDocument(aState([aBlock('x', 'function', { name: 'work out fee' })]));
    expect(Object.keys(withAdoptedIds(file, draft).blocks)).toEqual(Object.keys(draft.blocks));
  });

  it('keep the ids of blocks and edges that the draft does not have', () => {
    const draft = readDocument(aState([aBlock('a'), aBlock('b')], [{ ...anEdge('a', 'b'), id: 'e1' }]));
    const file = readDocument({
      ...aState([aBlock('a'), aBlock('b'), aBlock('c')]),
      edges: [
        { source: 'b', target: 'c' },
        { source: 'a', target: 'b' },
      ],
    });
    const adopted = withAdoptedIds(file, draft);
    expect(Object.keys(adopted.blocks)).toEqual(['a', 'b', 'c']);
    expect(adopted.edges.map(({ id, target }) => [id, target])).toEqual([
      ['e1', 'b'],
      ['["b","source","c","target"]', 'c'],
    ]);
  });
});
