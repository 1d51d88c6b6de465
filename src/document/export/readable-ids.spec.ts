import { describe, expect, it } from '@jest/globals';
import { aBlock, anEdge, aState, readDocument, workflowFixture } from '../../../test/support/workflow-documents.js';
import { needsRedeployment } from '../diff/document-diff.js';
import { regenerateIds } from '../parse/regenerate-ids.js';
import { renameBlocks } from '../parse/rename-blocks.js';
import { readableIds, withReadableIds } from './readable-ids.js';

let made = 0;
const uuid = (): string => `00000000-0000-7000-8000-${String((made += 1)).padStart(12, '0')}`;

function idsOf(...names: readonly string[]): readonly string[] {
  const document = readDocument(aState(names.map((name) => aBlock(uuid(), 'function', { name }))));
  return [...readableIds(document).values()];
}

describe('readable ids', () => {
  it('are made of names', () => {
    expect(idsOf('Work Out Fee', 'Crème / brûlée')).toEqual(['creme-brulee', 'work-out-fee']);
  });

  it('are numbered where names are alike', () => {
    expect(idsOf('Fee!', 'fee')).toEqual(['fee', 'fee-2']);
  });

  it('are made of the type where a name has no letters, and never reserved', () => {
    expect(idsOf('***', 'constructor')).toEqual(['function', 'constructor-2']);
  });

  it('leave ids that an author chose, and do not repeat them', () => {
    const state = aState([aBlock('fee'), aBlock(uuid(), 'function', { name: 'Fee 1' }), aBlock('fee-1', 'function', { name: 'other' })]);
    expect(Object.keys(withReadableIds(readDocument(state)).blocks)).toEqual(['fee', 'fee-1-2', 'fee-1']);
  });

  it.each(['fee-gate', 'orders-with-two-reviewers'] as const)('of %s can be taken back', (name) => {
    const document = regenerateIds(readDocument(workflowFixture(name)), uuid);
    const ids = readableIds(document);
    const back = renameBlocks(withReadableIds(document), new Map([...ids].map(([id, readable]) => [readable, id])));
    expect(Object.values(withReadableIds(document).blocks).every(({ id }) => !id.startsWith('0000'))).toBe(true);
    expect(needsRedeployment(back, document)).toBe(false);
  });

  it('are found at once for a large container that leads to many places', () => {
    const inner = Array.from({ length: 1_500 }, () => aBlock(uuid(), 'function', { data: { parentId: 'all', extent: 'parent' } }));
    const blocks = [aBlock('start', 'start_trigger'), aBlock('all', 'loop'), ...inner, aBlock('last')];
    const after = Array.from({ length: 8_000 }, (_, n) => ({
      id: `e${n}`,
      source: 'all',
      sourceHandle: 'loop-end-source',
      target: 'last',
      targetHandle: `h${n}`,
    }));
    const state = aState(blocks, [anEdge('start', 'all'), ...after]);
    expect(Object.keys(withReadableIds(readDocument(state)).blocks)).toHaveLength(1_503);
  });

  it('rename the ends of edges', () => {
    const [a, b] = [uuid(), uuid()];
    const state = aState([aBlock(a, 'function', { name: 'A' }), aBlock(b, 'function', { name: 'B' })], [anEdge(a, b)]);
    expect(withReadableIds(readDocument(state)).edges).toMatchObject([{ source: 'a', target: 'b' }]);
  });
});
