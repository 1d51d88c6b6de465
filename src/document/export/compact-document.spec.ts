import { describe, expect, it } from '@jest/globals';
import { aBlock, anEdge, aState, readDocument, workflowFixture } from '../../../test/support/workflow-documents.js';
import type { WorkflowDocument } from '../document.js';
import { regenerateIds } from '../parse/regenerate-ids.js';
import { compactState } from './compact-document.js';

/** The document with its edges in one order and without their ids, which a compact document omits. */
const withoutEdgeIds = ({ edges, ...document }: WorkflowDocument): unknown => ({
  ...document,
  edges: edges.map(({ id: _id, ...edge }) => JSON.stringify(edge)).toSorted(),
});

describe('a compact document', () => {
  it.each(['fee-gate', 'orders-with-two-reviewers'] as const)('of %s is read as the same document', (name) => {
    let count = 0;
    const original = readDocument(workflowFixture(name));
    for (const document of [original, regenerateIds(original, () => `id-${(count += 1)}`)]) {
      const metadata = Object.fromEntries(Object.entries(document.metadata).filter(([, value]) => value !== null));
      expect(withoutEdgeIds(readDocument(compactState(document)))).toEqual(withoutEdgeIds({ ...document, metadata }));
    }
  });

  it('contains only what differs from the defaults', () => {
    const state = {
      ...aState(
        [
          aBlock('start', 'start_trigger', { outputs: {}, data: {}, enabled: true }),
          aBlock('fee', 'function', { subBlocks: { code: { id: 'code', type: 'code', value: 'return 1' }, url: { value: '' } } }),
        ],
        [anEdge('start', 'fee')],
      ),
      variables: { v: { id: 'v', name: 'region', type: 'plain', value: 'north' } },
      metadata: { name: 'Fees', description: null },
    };
    expect(compactState(readDocument(state))).toEqual({
      metadata: { name: 'Fees' },
      variables: { v: { name: 'region', value: 'north' } },
      blocks: {
        start: { id: 'start', type: 'start_trigger', name: 'start' },
        fee: { id: 'fee', type: 'function', name: 'fee', subBlocks: { code: { type: 'code', value: 'return 1' }, url: {} } },
      },
      edges: [{ source: 'start', target: 'fee' }],
    });
  });

  it('keeps what differs from the defaults', () => {
    const block = aBlock('a', 'api', {
      enabled: false,
      position: { x: 1, y: 2 },
      data: { parentId: 'each' },
      retry: { enabled: true, maxTries: 4, waitBetweenTriesMs: 0 },
      locked: true,
    });
    const state = aState([aBlock('each', 'loop'), block, aBlock('b')], [{ ...anEdge('a', 'b'), sourceHandle: 'error' }]);
    const { blocks, edges } = compactState(readDocument(state));
    expect(blocks).toMatchObject({ a: block });
    expect(edges).toEqual([{ source: 'a', sourceHandle: 'error', target: 'b' }]);
  });

  it('writes conditions as a list', () => {
    const conditions = [
      { id: 'check-if', title: 'if', value: '<start.n> > 1' },
      { id: 'check-else', title: 'else', value: '' },
    ];
    const document = readDocument(aState([aBlock('check', 'condition', { subBlocks: { conditions: { value: conditions } } })]));
    expect(compactState(document)['blocks']).toMatchObject({ check: { subBlocks: { conditions: { value: conditions } } } });
  });

  it.each(['[{"id":"check-if"} ]', 'no list'])('keeps the text of conditions %j, of which a list would make another', (value) => {
    const document = readDocument(aState([aBlock('check', 'condition', { subBlocks: { conditions: { value } } })]));
    expect(compactState(document)['blocks']).toMatchObject({ check: { subBlocks: { conditions: { value } } } });
  });

  it('has its blocks in the order in which they are read, whatever the order of the document', () => {
    const blocks = [
      aBlock('last'),
      aBlock('inner', 'function', { data: { parentId: 'each' } }),
      aBlock('alone'),
      aBlock('each', 'loop'),
      aBlock('a'),
      aBlock('b'),
      aBlock('start', 'start_trigger'),
    ];
    const edges = [
      anEdge('each', 'inner'),
      anEdge('start', 'b'),
      anEdge('start', 'a'),
      anEdge('a', 'each'),
      anEdge('b', 'each'),
      anEdge('each', 'last'),
    ];
    const order = ['start', 'alone', 'b', 'a', 'each', 'inner', 'last'];
    expect(Object.keys(compactState(readDocument(aState(blocks, edges)))['blocks'] as object)).toEqual(order);
    expect(Object.keys(compactState(readDocument(aState(blocks.toReversed(), edges)))['blocks'] as object)).toEqual(order);
  });

  it('contains blocks on a cycle, last', () => {
    const state = aState([aBlock('b'), aBlock('a'), aBlock('start', 'start_trigger')], [anEdge('a', 'b'), anEdge('b', 'a')]);
    expect(Object.keys(compactState(readDocument(state))['blocks'] as object)).toEqual(['start', 'a', 'b']);
  });
});
