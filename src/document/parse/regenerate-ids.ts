import { parentOf } from '../block-roles.js';
import { branchPrefixes, renameBranches } from '../branches.js';
import { deriveContainers } from '../containers.js';
import type { Block, Edge, WorkflowDocument } from '../document.js';

type NewIds = ReadonlyMap<string, string>;

/**
 * Replaces the ids of blocks and edges, and everything derived from them: ends of edges, containers, branch ids and their handles.
 * Variables keep their ids, because blocks refer to them. `next` returns a new id at each call.
 */
export function regenerateIds(document: WorkflowDocument, next: () => string): WorkflowDocument {
  const ids: NewIds = new Map(Object.keys(document.blocks).map((id) => [id, next()]));
  const blocks = Object.fromEntries(
    Object.values(document.blocks).map((block) => {
      const renewed = renewBlock(block, ids);
      return [renewed.id, renewed];
    }),
  );
  const edges = document.edges.map((edge) => ({ ...renewEnds(edge, ids), id: next() }));
  return { ...document, blocks, edges, ...deriveContainers(blocks) };
}

function renewBlock(block: Block, ids: NewIds): Block {
  const id = renew(block.id, ids);
  const parentId = parentOf(block);
  return {
    ...block,
    id,
    data: parentId === undefined ? block.data : { ...block.data, parentId: renew(parentId, ids) },
    subBlocks: renameBranches(block, (branchId) => renewPrefix(branchId, block.id, id)),
  };
}

function renewEnds(edge: Edge, ids: NewIds): Edge {
  const source = renew(edge.source, ids);
  const prefix = branchPrefixes.find((candidate) => edge.sourceHandle.startsWith(candidate));
  const sourceHandle =
    prefix === undefined ? edge.sourceHandle : prefix + renewPrefix(edge.sourceHandle.slice(prefix.length), edge.source, source);
  return { ...edge, source, target: renew(edge.target, ids), sourceHandle };
}

/** Branch ids are `<block id>-<suffix>`. Other ids and their handles are kept. */
function renewPrefix(branchId: string, oldId: string, newId: string): string {
  return branchId.startsWith(`${oldId}-`) ? newId + branchId.slice(oldId.length) : branchId;
}

function renew(id: string, ids: NewIds): string {
  return ids.get(id) ?? id;
}
