import { isJsonObject, type Json } from '#kernel/json.js';
import { parseJson } from '#engine/values/json-text.js';

export type ResourceKind = 'table' | 'knowledge base' | 'workflow';

/** The fields of blocks that contain ids. */
const kindOfField: Readonly<Record<string, ResourceKind>> = {
  tableId: 'table',
  tableSelector: 'table',
  manualTableId: 'table',
  knowledgeBaseId: 'knowledge base',
  knowledgeBaseSelector: 'knowledge base',
  manualKnowledgeBaseId: 'knowledge base',
  workflowId: 'workflow',
  workflowIds: 'workflow',
};

/** The tools of agents whose parameters contain ids, by type. */
const fieldOfTool: Readonly<Record<string, string>> = {
  table: 'tableId',
  knowledge: 'knowledgeBaseId',
  workflow: 'workflowId',
  workflow_input: 'workflowId',
};

export interface BlockLike {
  readonly name: string;
  readonly subBlocks: Readonly<Record<string, { readonly value?: unknown }>>;
}

export type Blocks<Block extends BlockLike> = Readonly<Record<string, Block>>;

/** Replaces an id or a name of a resource. */
type Map<Block> = (kind: ResourceKind, text: string, block: Block) => string;

/** The blocks with `map` applied to each id and name in their fields, and in the tools of agents. What is computed when a block runs is left alone. */
export function mappedBlocks<Block extends BlockLike>(blocks: Blocks<Block>, map: Map<Block>): Blocks<Block> {
  return Object.fromEntries(Object.entries(blocks).map(([id, block]) => [id, { ...block, subBlocks: mappedFields(block, map) }]));
}

function mappedFields<Block extends BlockLike>(block: Block, map: Map<Block>): BlockLike['subBlocks'] {
  const mapOf: Map<undefined> = (kind, text) => map(kind, text, block);
  const entries = Object.entries(block.subBlocks).map(([field, content]) => {
    const value = content.value as Json | undefined;
    if (field === 'tools' && value !== undefined) return [field, { ...content, value: mappedTools(value, mapOf) }] as const;
    const kind = Object.hasOwn(kindOfField, field) ? kindOfField[field] : undefined;
    return [field, kind === undefined ? content : { ...content, value: mappedValue(value, kind, mapOf) }] as const;
  });
  return Object.fromEntries(entries);
}

/** Tools are a list, or the JSON text of one, which stays as it is written when nothing in it is replaced. */
function mappedTools(value: Json, map: Map<undefined>): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((tool) => mappedTool(tool, map));
  const list = typeof value === 'string' ? parseJson(value) : undefined;
  if (!Array.isArray(list)) return value;
  const text = JSON.stringify(mappedTools(list, map));
  return text === JSON.stringify(list) ? value : text;
}

function mappedTool(tool: Json, map: Map<undefined>): Json {
  if (!isJsonObject(tool)) return tool;
  const { type, params } = tool;
  const field = typeof type === 'string' && Object.hasOwn(fieldOfTool, type) ? fieldOfTool[type] : undefined;
  const kind = field === undefined ? undefined : kindOfField[field];
  if (field === undefined || kind === undefined || !isJsonObject(params) || params[field] === undefined) return tool;
  return { ...tool, params: { ...params, [field]: mappedValue(params[field], kind, map) } };
}

/** A field contains one id, several with commas, or a list. */
function mappedValue(value: Json, kind: ResourceKind, map: Map<undefined>): Json;
function mappedValue(value: Json | undefined, kind: ResourceKind, map: Map<undefined>): Json | undefined;
function mappedValue(value: Json | undefined, kind: ResourceKind, map: Map<undefined>): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => mappedValue(each, kind, map));
  if (typeof value !== 'string' || !isConstant(value)) return value;
  return value
    .split(',')
    .map((part) => map(kind, part.trim(), undefined))
    .join(',');
}

/** Whether a text is no reference and no secret. */
export function isConstant(text: string): boolean {
  return text.trim() !== '' && !/[<{]/.test(text);
}
