import type { Json, JsonObject } from '#kernel/json.js';
import { healBranches } from '../branches.js';
import { findBlock, type Block, type Edge, type SubBlock, type Variable, type WorkflowDocument } from '../document.js';
import { healSourceHandle, healTargetHandle } from '../handles.js';
import { parseBoundedJson } from '../parse/bounded-json.js';
import { inReadingOrder } from './reading-order.js';

/**
 * The state as a person would write it: blocks in reading order, and only what differs from the defaults of the parser. Parsing it gives
 * the same document, with other ids of edges.
 */
export function compactState(document: WorkflowDocument): JsonObject {
  const ordered = inReadingOrder(document);
  const place = new Map(ordered.map(({ id }, index) => [id, index]));
  const placeOf = (id: string): number => place.get(id) ?? ordered.length;
  const edges = document.edges.toSorted((one, other) => placeOf(one.source) - placeOf(other.source));
  return {
    ...filled('metadata', withoutNulls(document.metadata)),
    ...filled('variables', mapped(document.variables, compactVariable)),
    blocks: Object.fromEntries(ordered.map((block) => [block.id, compactBlock(block)])),
    edges: edges.map((edge) => compactEdge(edge, document.blocks)),
  };
}

function compactBlock({ id, type, name, position, subBlocks, outputs, enabled, data, ...extra }: Block): JsonObject {
  return {
    id,
    type,
    ...(name === '' ? {} : { name }),
    ...(enabled ? {} : { enabled }),
    ...(position.x === 0 && position.y === 0 ? {} : { position }),
    ...filled('data', data),
    ...filled(
      'subBlocks',
      mapped(subBlocks, (subBlock) => compactField(type, subBlock)),
    ),
    ...filled('outputs', outputs),
    ...(extra as JsonObject),
  };
}

function compactField(blockType: string, subBlock: SubBlock): JsonObject {
  const { type, value } = subBlock;
  return { ...(type === 'short-input' ? {} : { type }), ...(value === null ? {} : { value: readableValue(blockType, subBlock) }) };
}

/** A list of branches as a list, where its text is what the parser makes of that list. */
function readableValue(blockType: string, subBlock: SubBlock): Json {
  const list = typeof subBlock.value === 'string' ? parseBoundedJson(subBlock.value) : undefined;
  if (!Array.isArray(list)) return subBlock.value;
  const value = list as readonly Json[];
  return healBranches(blockType, { ...subBlock, value }).value === subBlock.value ? value : subBlock.value;
}

function compactEdge({ source, target, sourceHandle, targetHandle }: Edge, blocks: WorkflowDocument['blocks']): JsonObject {
  const usual = healSourceHandle('', findBlock(blocks, source), findBlock(blocks, target));
  return {
    source,
    ...(sourceHandle === usual ? {} : { sourceHandle }),
    target,
    ...(targetHandle === healTargetHandle('') ? {} : { targetHandle }),
  };
}

function compactVariable({ name, type, value }: Variable): JsonObject {
  return { name, ...(type === 'plain' ? {} : { type }), ...(value === null ? {} : { value }) };
}

function mapped<Item>(items: Readonly<Record<string, Item>>, map: (item: Item) => Json): JsonObject {
  return Object.fromEntries(Object.entries(items).map(([key, item]) => [key, map(item)]));
}

function filled(field: string, value: JsonObject): JsonObject {
  return Object.keys(value).length === 0 ? {} : { [field]: value };
}

function withoutNulls(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null));
}
