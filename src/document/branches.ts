import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { parseBoundedJson } from './parse/bounded-json.js';
import type { Block, SubBlock } from './document.js';

interface Branching {
  /** The field with the branches. */
  readonly field: string;
  /** The prefix of their handles. */
  readonly prefix: string;
  /** Handles without a branch. */
  readonly other?: readonly string[];
}

/** The blocks that choose one of several outputs. */
const branching: ReadonlyMap<string, Branching> = new Map<string, Branching>([
  ['condition', { field: 'conditions', prefix: 'condition-' }],
  ['router_v2', { field: 'routes', prefix: 'router-', other: ['router-otherwise'] }],
]);

/** The prefixes of the source handles of branches. */
export const branchPrefixes: readonly string[] = [...branching.values()].map(({ prefix }) => prefix);

/** The source handles of the branches of a block. Entries without an id and unreadable lists are ignored. */
export function branchHandles(block: Block): readonly string[] {
  const { prefix = '', other = [] } = branching.get(block.type) ?? {};
  const own = (branchList(block) ?? []).flatMap((entry) => (hasId(entry) ? [prefix + entry.id] : []));
  return [...own, ...other];
}

/** Lists of branches are stored as JSON text, which all editors read. A plain array is converted to it. */
export function healBranches(blockType: string, subBlock: SubBlock): SubBlock {
  const isBranchList = branching.get(blockType)?.field === subBlock.id && Array.isArray(subBlock.value);
  return isBranchList ? { ...subBlock, value: JSON.stringify(subBlock.value) } : subBlock;
}

/** The sub-blocks of a block with renamed branch ids. */
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
