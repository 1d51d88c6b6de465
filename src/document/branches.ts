import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { parseBoundedJson } from './parse/bounded-json.js';
import type { Block, SubBlock } from './document.js';

/** The blocks that choose one of several ways out: where their branches stand, and what the handles of these begin with. */
const branching: ReadonlyMap<string, { readonly field: string; readonly prefix: string }> = new Map([
  ['condition', { field: 'conditions', prefix: 'condition-' }],
  ['router_v2', { field: 'routes', prefix: 'router-' }],
]);

/** What the source handles of chosen branches begin with. */
export const branchPrefixes: readonly string[] = [...branching.values()].map(({ prefix }) => prefix);

/** The source handles of the branches of a block. Entries without an id, and lists that cannot be read, count as none. */
export function branchHandles(block: Block): readonly string[] {
  const prefix = branching.get(block.type)?.prefix ?? '';
  return (branchList(block) ?? []).flatMap((entry) => (hasId(entry) ? [prefix + entry.id] : []));
}

/** Lists of branches are kept as JSON text, the form that every reader of the format knows; a plain array is turned into it. */
export function healBranches(blockType: string, subBlock: SubBlock): SubBlock {
  const isBranchList = branching.get(blockType)?.field === subBlock.id && Array.isArray(subBlock.value);
  return isBranchList ? { ...subBlock, value: JSON.stringify(subBlock.value) } : subBlock;
}

/** The sub-blocks of a block, with the ids of its branches renamed. */
export function renameBranches(block: Block, rename: (id: string) => string): Block['subBlocks'] {
  const field = branching.get(block.type)?.field;
  const subBlock = field === undefined ? undefined : block.subBlocks[field];
  const list = branchList(block);
  if (field === undefined || subBlock === undefined || list === undefined) return block.subBlocks;
  const renamed = list.map((entry) => (hasId(entry) ? { ...entry, id: rename(entry.id) } : entry));
  return { ...block.subBlocks, [field]: { ...subBlock, value: JSON.stringify(renamed) } };
}

function branchList(block: Block): readonly Json[] | undefined {
  const field = branching.get(block.type)?.field;
  const value = field === undefined ? undefined : block.subBlocks[field]?.value;
  const list = typeof value === 'string' ? parseBoundedJson(value) : undefined;
  return Array.isArray(list) ? (list as readonly Json[]) : undefined;
}

function hasId(entry: Json): entry is JsonObject & { readonly id: string } {
  return isJsonObject(entry) && typeof entry['id'] === 'string';
}
