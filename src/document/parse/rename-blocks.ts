import { parentOf } from '../block-roles.js';
import { branchPrefixes, renameBranches } from '../branches.js';
import { deriveContainers } from '../containers.js';
import type { Block, Edge, WorkflowDocument } from '../document.js';

/** New ids of blocks, by their present ids. Blocks without an entry keep their id. */
export type NewIds = ReadonlyMap<string, string>;

/** Replaces ids of blocks and everything derived from them: ends of edges, containers, branch ids and their handles. */
export function renameBlocks(document: WorkflowDocument, ids: NewIds): WorkflowDocument {
  const blocks = Object.fromEntries(
    Object.values(document.blocks).map((block) => {
      const renamed = renameBlock(block, ids);
      return [renamed.id, renamed];
    }),
  );
  return { ...document, blocks, edges: document.edges.map((edge) => renameEnds(edge, ids)), ...deriveContainers(blocks) };
}

function renameBlock(block: Block, ids: NewIds): Block {
  const id = newId(block.id, ids);
  const parentId = parentOf(block);
  return {
    ...block,
    id,
    data: parentId === undefined ? block.data : { ...block.data, parentId: newId(parentId, ids) },
    subBlocks: renameBranches(block, (branchId) => newPrefix(branchId, block.id, id)),
  };
}

function renameEnds(edge: Edge, ids: NewIds): Edge {
  const source = newId(edge.source, ids);
  const prefix = branchPrefixes.find((candidate) => edge.sourceHandle.startsWith(candidate));
  const sourceHandle =
    prefix === undefined ? edge.sourceHandle : prefix + newPrefix(edge.sourceHandle.slice(prefix.length), edge.source, source);
  return { ...edge, source, target: newId(edge.target, ids), sourceHandle };
}

/** Branch ids are `<block id>-<suffix>`. Other ids and their handles are kept. */
function newPrefix(branchId: string, oldId: string, id: string): string {
  return branchId.startsWith(`${oldId}-`) ? id + branchId.slice(oldId.length) : branchId;
}

function newId(id: string, ids: NewIds): string {
  return ids.get(id) ?? id;
}
