import type { Json } from '#kernel/json.js';

/** Something that a workflow refers to by its id. */
export interface Resource {
  readonly id: string;
  readonly name: string;
}

export const resourceKinds = ['table', 'knowledge base', 'workflow'] as const;

type ResourceKind = (typeof resourceKinds)[number];

/** What a workspace has, by kind. */
export type Resources = Readonly<Record<ResourceKind, readonly Resource[]>>;

/** The fields of blocks that contain ids. */
const kindOfField: Readonly<Record<string, ResourceKind>> = {
  tableId: 'table',
  knowledgeBaseId: 'knowledge base',
  workflowId: 'workflow',
};

interface BlockLike {
  readonly name: string;
  readonly subBlocks: Readonly<Record<string, { readonly value?: unknown }>>;
}

type Blocks<Block extends BlockLike> = Readonly<Record<string, Block>>;

/** Whether a block refers to a table, a knowledge base or a workflow. */
export function hasReferences(blocks: Blocks<BlockLike>): boolean {
  return Object.values(blocks).some(({ subBlocks }) => Object.keys(subBlocks).some((field) => field in kindOfField));
}

/** The blocks with names in place of ids, which differ between workspaces. A name that several have, and an unknown id, stay ids. */
export function withNames<Block extends BlockLike>(blocks: Blocks<Block>, resources: Resources): Blocks<Block> {
  return mapped(blocks, (kind, id) => {
    const name = resources[kind].find((each) => each.id === id)?.name;
    return name !== undefined && isPlain(name) && resources[kind].filter((each) => each.name === name).length === 1 ? name : id;
  });
}

export interface Resolved<Block extends BlockLike> {
  readonly blocks: Blocks<Block>;
  /** Names and ids that the workspace does not have, as sentences. */
  readonly missing: readonly string[];
}

/** The blocks with ids in place of names. Ids, references and secrets stay. */
export function withIds<Block extends BlockLike>(blocks: Blocks<Block>, resources: Resources): Resolved<Block> {
  const missing: string[] = [];
  const resolved = mapped(blocks, (kind, text, block) => {
    const [found, ...others] = resources[kind].filter(({ id, name }) => id === text || name === text);
    if (found !== undefined && others.length === 0) return found.id;
    const why =
      found === undefined ? `the workspace has no ${kind} "${text}"` : `the workspace has several of ${kind} "${text}"; use an id`;
    missing.push(`block "${block.name}": ${why}`);
    return text;
  });
  return { blocks: resolved, missing };
}

function mapped<Block extends BlockLike>(
  blocks: Blocks<Block>,
  map: (kind: ResourceKind, text: string, block: Block) => string,
): Blocks<Block> {
  return Object.fromEntries(Object.entries(blocks).map(([id, block]) => [id, { ...block, subBlocks: mappedFields(block, map) }]));
}

function mappedFields<Block extends BlockLike>(
  block: Block,
  map: (kind: ResourceKind, text: string, block: Block) => string,
): Readonly<Record<string, { readonly value?: unknown }>> {
  const entries = Object.entries(block.subBlocks).map(([field, content]) => {
    const kind = Object.hasOwn(kindOfField, field) ? kindOfField[field] : undefined;
    if (kind === undefined) return [field, content] as const;
    return [field, { ...content, value: mappedValue(content.value as Json, (text) => map(kind, text, block)) }] as const;
  });
  return Object.fromEntries(entries);
}

/** A field contains one id, several with commas, or a list. What is computed when the block runs is left alone. */
function mappedValue(value: Json | undefined, map: (text: string) => string): unknown {
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => mappedValue(each, map));
  if (typeof value !== 'string' || !isConstant(value)) return value;
  return value
    .split(',')
    .map((part) => map(part.trim()))
    .join(',');
}

function isConstant(text: string): boolean {
  return text.trim() !== '' && !/[<{]/.test(text);
}

/** A name with a comma, or one that looks like a reference, could not be read again. */
function isPlain(name: string): boolean {
  return isConstant(name) && !name.includes(',') && name === name.trim();
}
