import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { aBlock, anEdge, aState, readDocument, workflowFixture } from '../../../test/support/workflow-documents.js';
import { needsRedeployment } from './document-diff.js';

const active = aState(
  [
    aBlock('a', 'function', {
      subBlocks: { code: { type: 'code', value: 'return 1' }, url: { value: null } },
      data: { parentId: 'L', width: 10 },
      outputs: { result: 'json' },
    }),
    aBlock('b'),
    aBlock('n', 'note'),
  ],
  [anEdge('a', 'b'), anEdge('a.error', 'b')],
);

function changed(change: (state: { blocks: Record<string, JsonObject>; edges: JsonObject[]; variables?: JsonObject }) => void): boolean {
  const draft = structuredClone(active);
  change(draft as never);
  return needsRedeployment(readDocument(draft), readDocument(active));
}

const changedBlock = (fields: JsonObject): boolean => changed(({ blocks }) => Object.assign(blocks, { a: { ...blocks['a'], ...fields } }));

describe('a deployment stays up to date', () => {
  it.each([
    ['positions', { position: { x: 5, y: 5 } }],
    ['declared outputs', { outputs: {} }],
    ['locks', { locked: true }],
    ['layout', { height: 5, layout: { measuredWidth: 1 }, horizontalHandles: false }],
    ['sizes of containers', { data: { parentId: 'L', width: 99, height: 99, extent: 'parent' } }],
    ['an error port that an edge implies', { errorEnabled: true }],
    ['retry settings that are off', { retry: { enabled: false, maxTries: 5 } }],
    ['fields without a value', { subBlocks: { code: { type: 'code', value: 'return 1' } } }],
    ['the control that a field is edited with', { subBlocks: { code: { type: 'long-input', value: 'return 1' } } }],
    ['registrations of triggers', { subBlocks: { code: { value: 'return 1' }, webhookId: { value: 'x' } } }],
  ])('when only %s differ', (_what, fields) => {
    expect(changedBlock(fields)).toBe(false);
  });

  it('when only the order of blocks and edges or the ids of edges differ', () => {
    expect(
      changed((draft) => {
        draft.blocks = Object.fromEntries(Object.entries(draft.blocks).toReversed());
        draft.edges = draft.edges.map((edge, index) => ({ ...edge, id: `e${index}` })).toReversed();
      }),
    ).toBe(false);
  });

  it('when notes are added or removed', () => {
    expect(changed(({ blocks }) => delete blocks['n'])).toBe(false);
  });
});

describe('a deployment is outdated', () => {
  it('when inputs are checked, or no longer', () => {
    expect(changed((draft) => Object.assign(draft, { strictInput: true }))).toBe(true);
  });

  it.each([
    ['a value', { subBlocks: { code: { type: 'code', value: 'return 2' } } }],
    ['a name', { name: 'other' }],
    ['a type', { type: 'response' }],
    ['a switch', { enabled: false }],
    ['a membership', { data: {} }],
    ['retry settings', { retry: { enabled: true } }],
    ['the way a trigger is used', { triggerMode: true }],
  ])('when %s of a block differs', (_what, fields) => {
    expect(changedBlock(fields)).toBe(true);
  });

  it('when a block or an edge is added or removed', () => {
    expect(changed(({ blocks }) => Object.assign(blocks, { c: aBlock('c') }))).toBe(true);
    expect(changed(({ edges }) => edges.pop())).toBe(true);
  });

  it('when an edge leaves through another handle', () => {
    expect(changed(({ edges }) => Object.assign(edges[0] ?? {}, { sourceHandle: 'other' }))).toBe(true);
  });

  it('when a variable differs', () => {
    expect(changed((draft) => (draft.variables = { v: { name: 'region', value: 'EU' } }))).toBe(true);
  });

  it('when a block shows an error port without an edge', () => {
    const draft = { ...active, blocks: { ...(active['blocks'] as JsonObject), b: aBlock('b', 'function', { errorEnabled: true }) } };
    expect(needsRedeployment(readDocument(draft), readDocument(active))).toBe(true);
  });
});

it('is up to date right after a deployment', () => {
  const document = readDocument(workflowFixture('orders-with-two-reviewers'));
  expect(needsRedeployment(document, JSON.parse(JSON.stringify(document)) as typeof document)).toBe(false);
});
