import { isJsonObject, type Json } from '#kernel/json.js';
import { parseBoundedJson } from './bounded-json.js';
import type { Block, SubBlock } from './document.js';

/** One way out of a block that chooses: a condition of `condition`, a route of `router_v2`. */
export interface Branch {
  readonly id: string;
  readonly title: string;
  readonly value: string;
}

const branching: ReadonlyMap<string, { readonly field: string; readonly prefix: string }> = new Map([
  ['condition', { field: 'conditions', prefix: 'condition-' }],
  ['router_v2', { field: 'routes', prefix: 'router-' }],
]);

/** What the source handles of chosen branches begin with. */
export const branchPrefixes: readonly string[] = [...branching.values()].map(({ prefix }) => prefix);

/** The branches of a block in their order. Entries without an id, and lists that cannot be read, count as none. */
export function branchesOf(block: Block): readonly Branch[] {
  return (branchList(block) ?? []).flatMap((entry) => {
    if (!isJsonObject(entry) || typeof entry['id'] !== 'string') return [];
    return [{ id: entry['id'], title: textOf(entry['title']), value: textOf(entry['value']) }];
  });
}

/** The source handles that the branches of a block fire. */
export function branchHandles(block: Block): readonly string[] {
  const prefix = branching.get(block.type)?.prefix;
  return prefix === undefined ? [] : branchesOf(block).map(({ id }) => prefix + id);
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
  const renamed = list.map((entry) =>
    isJsonObject(entry) && typeof entry['id'] === 'string' ? { ...entry, id: rename(entry['id']) } : entry,
  );
  return { ...block.subBlocks, [field]: { ...subBlock, value: JSON.stringify(renamed) } };
}

function branchList(block: Block): readonly Json[] | undefined {
  const field = branching.get(block.type)?.field;
  const value = field === undefined ? undefined : block.subBlocks[field]?.value;
  const list = typeof value === 'string' ? parseBoundedJson(value) : value;
  return Array.isArray(list) ? (list as readonly Json[]) : undefined;
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
