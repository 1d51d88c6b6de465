import type { Json } from '#kernel/json.js';

/** The workflow document, format version "1.0", after healing: every optional part is present, every edge carries its handles. */
export interface WorkflowDocument {
  readonly blocks: Readonly<Record<string, Block>>;
  readonly edges: readonly Edge[];
  /** Derived from the blocks; rebuilt whenever a document comes in. */
  readonly loops: Readonly<Record<string, Json>>;
  /** Derived from the blocks, as loops are. */
  readonly parallels: Readonly<Record<string, Json>>;
  readonly variables: Readonly<Record<string, Variable>>;
  /** Whatever an editor keeps along with it. */
  readonly metadata: Readonly<Record<string, Json>>;
}

export interface Block {
  readonly id: string;
  /** What it does; `GET /api/v1/blocks` lists the types. */
  readonly type: string;
  /** What references call it, in any case and without spaces. */
  readonly name: string;
  /** Where it stands on the canvas. */
  readonly position: { readonly x: number; readonly y: number };
  /** Its fields, by their ids. */
  readonly subBlocks: Readonly<Record<string, SubBlock>>;
  /** What editors know of its outputs. */
  readonly outputs: Readonly<Record<string, Json>>;
  /** A block that is not is passed over. */
  readonly enabled: boolean;
  /** Containers and membership: `parentId`, `loopType`, `count`, `collection` … */
  readonly data: Readonly<Record<string, Json>>;
  /** How often to try it when it fails. */
  readonly retry?: { readonly enabled: boolean; readonly maxTries: number; readonly waitBetweenTriesMs: number };
  /** Editor fields that the server keeps and does not read. */
  readonly [extra: string]: unknown;
}

export interface SubBlock {
  readonly id: string;
  /** With what an editor shows it. */
  readonly type: string;
  /** What the field holds; may refer to other blocks. */
  readonly value: Json;
}

export interface Edge {
  readonly id: string;
  /** The block before. */
  readonly source: string;
  /** The block behind. */
  readonly target: string;
  /** Where it leaves: `source`, `error`, or a branch. */
  readonly sourceHandle: string;
  /** Where it arrives. */
  readonly targetHandle: string;
}

export interface Variable {
  readonly id: string;
  /** What references call it. */
  readonly name: string;
  readonly type: string;
  readonly value: Json;
}

/** One thing wrong with a document, naming block or edge and field. */
export interface DocumentProblem {
  /** The block that it is about, if it is about one. */
  readonly blockId?: string;
  /** The edge that it is about, if it is about one. */
  readonly edgeId?: string;
  readonly field?: string;
  readonly message: string;
  readonly code: string;
}

/** How names become the base of references: lower-case, without white space and dots. */
export function referenceName(name: string): string {
  return name.toLowerCase().replace(/[\s.]+/g, '');
}

/** Looks only at own keys, so an id such as `constructor` finds nothing. */
export function findBlock(blocks: WorkflowDocument['blocks'], id: string): Block | undefined {
  return Object.hasOwn(blocks, id) ? blocks[id] : undefined;
}

export const emptyDocument: WorkflowDocument = { blocks: {}, edges: [], loops: {}, parallels: {}, variables: {}, metadata: {} };
