import { isConstant, mappedBlocks, type BlockLike, type Blocks, type ResourceKind } from './mapped-blocks.js';

/** Something that a workflow refers to by its id. */
export interface Resource {
  readonly id: string;
  readonly name: string;
}

/** What a workspace has, by kind. */
export type Resources = Readonly<Record<ResourceKind, readonly Resource[]>>;

/** Whether a block refers to a table, a knowledge base or a workflow. */
export function hasReferences(blocks: Blocks<BlockLike>): boolean {
  return referencesOf(blocks).length > 0;
}

/** The texts by which blocks refer to workflows. */
export function referredWorkflows(blocks: Blocks<BlockLike>): readonly string[] {
  return referencesOf(blocks).flatMap(({ kind, text }) => (kind === 'workflow' ? [text] : []));
}

function referencesOf(blocks: Blocks<BlockLike>): readonly { readonly kind: ResourceKind; readonly text: string }[] {
  const found: { readonly kind: ResourceKind; readonly text: string }[] = [];
  mappedBlocks(blocks, (kind, text) => {
    found.push({ kind, text });
    return text;
  });
  return found;
}

/** The blocks with names in place of ids, which differ between workspaces. A name that several have, and an unknown id, stay ids. */
export function withNames<Block extends BlockLike>(blocks: Blocks<Block>, resources: Resources): Blocks<Block> {
  return mappedBlocks(blocks, (kind, id) => {
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
  const resolved = mappedBlocks(blocks, (kind, text, block) => {
    const [found, ...others] = resources[kind].filter(({ id, name }) => id === text || name === text);
    if (found !== undefined && others.length === 0) return found.id;
    const why =
      found === undefined ? `the workspace has no ${kind} "${text}"` : `the workspace has several of ${kind} "${text}"; use an id`;
    missing.push(`block "${block.name}": ${why}`);
    return text;
  });
  return { blocks: resolved, missing };
}

/** A name with a comma, or one that looks like a reference, could not be read again. */
function isPlain(name: string): boolean {
  return isConstant(name) && !name.includes(',') && name === name.trim();
}
