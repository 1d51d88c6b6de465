import { describe, expect, it } from '@jest/globals';
import { aBlock, anEdge, aState, readDocument, workflowFixture } from '../../../test/support/workflow-documents.js';
import { branchHandles } from '../branches.js';
import { needsRedeployment } from '../diff/document-diff.js';
import type { WorkflowDocument } from '../document.js';
import { regenerateIds } from './regenerate-ids.js';

function renewed(document: WorkflowDocument): WorkflowDocument {
  let count = 0;
  return regenerateIds(document, () => `new-${(count += 1)}`);
}

const idsByName = ({ blocks }: WorkflowDocument): Record<string, string> =>
  Object.fromEntries(Object.values(blocks).map(({ id, name }) => [name, id]));

const named = ({ blocks, edges }: WorkflowDocument): unknown =>
  edges.map(({ source, target }) => [blocks[source]?.name, blocks[target]?.name]);

describe('fresh ids for a document', () => {
  it('replace the id of every block, edge and container', () => {
    const before = readDocument(workflowFixture('orders-with-two-reviewers'));
    const after = renewed(before);
    const { blocks, edges, loops, parallels } = after;
    expect(Object.keys(blocks).every((id) => id.startsWith('new-'))).toBe(true);
    expect(Object.entries(blocks).every(([id, block]) => block.id === id)).toBe(true);
    expect(edges.every(({ id, source, target }) => [id, source, target].every((each) => each.startsWith('new-')))).toBe(true);
    expect(new Set([...Object.keys(blocks), ...edges.map(({ id }) => id)]).size).toBe(12);
    const ids = idsByName(after);
    expect(loops).toEqual({ [String(ids['Each Order'])]: expect.objectContaining({ nodes: [ids['Tag']] }) });
    expect(parallels).toEqual({ [String(ids['Two Checks'])]: expect.objectContaining({ nodes: [ids['Sign Off']] }) });
    expect(after.variables).toEqual(before.variables);
  });

  it('keep the connections, membership included', () => {
    const before = readDocument(workflowFixture('orders-with-two-reviewers'));
    const after = renewed(before);
    expect(named(after)).toEqual(named(before));
    const ids = idsByName(after);
    expect(after.blocks[String(ids['Tag'])]?.data).toEqual({ parentId: ids['Each Order'], extent: 'parent' });
  });

  it('include conditions and the handles derived from them', () => {
    const after = renewed(readDocument(workflowFixture('fee-gate')));
    const id = String(idsByName(after)['Fee Check']);
    const check = after.blocks[id];
    expect(check === undefined ? [] : branchHandles(check)).toEqual([`condition-${id}-if`, `condition-${id}-else`]);
    expect(after.edges.filter(({ source }) => source === id).map(({ sourceHandle }) => sourceHandle)).toEqual([
      `condition-${id}-if`,
      `condition-${id}-else`,
    ]);
  });

  it('include the routes of a router, and keep branch ids that are not derived from the block', () => {
    const routes = { id: 'routes', type: 'router-input', value: [{ id: 'r-sales', title: 'Sales' }, { id: 'own', title: 'Own' }, 5] };
    const blocks = [aBlock('r', 'router_v2', { subBlocks: { routes } }), aBlock('a'), aBlock('b')];
    const after = renewed(readDocument(aState(blocks, [anEdge('r.router-r-sales', 'a'), anEdge('r.router-own', 'b')])));
    const id = String(idsByName(after)['r']);
    expect(after.edges.map(({ sourceHandle }) => sourceHandle)).toEqual([`router-${id}-sales`, 'router-own']);
    expect(JSON.parse(after.blocks[id]?.subBlocks['routes']?.value as string)).toEqual([
      { id: `${id}-sales`, title: 'Sales' },
      { id: 'own', title: 'Own' },
      5,
    ]);
  });

  it('are the only change', () => {
    const before = readDocument(workflowFixture('fee-gate'));
    const ids = [...Object.keys(before.blocks), ...before.edges.map(({ id }) => id)].values();
    const after = regenerateIds(before, () => String(ids.next().value));
    expect(after).toEqual(before);
    expect(needsRedeployment(after, before)).toBe(false);
  });
});
