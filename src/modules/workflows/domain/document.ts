import type { Json } from '#kernel/json.js';

/** The workflow document, format version "1.0", after healing: every optional part is present, every edge carries its handles. */
export interface WorkflowDocument {
  readonly blocks: Readonly<Record<string, Block>>;
  readonly edges: readonly Edge[];
  /** Derived from the blocks; rebuilt whenever a document comes in. */
  readonly loops: Readonly<Record<string, Json>>;
  readonly parallels: Readonly<Record<string, Json>>;
  readonly variables: Readonly<Record<string, Variable>>;
  readonly metadata: Readonly<Record<string, Json>>;
}

export interface Block {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly position: { readonly x: number; readonly y: number };
  readonly subBlocks: Readonly<Record<string, SubBlock>>;
  readonly outputs: Readonly<Record<string, Json>>;
  readonly enabled: boolean;
  /** Containers and membership: `parentId`, `loopType`, `count`, `collection` … */
  readonly data: Readonly<Record<string, Json>>;
  readonly retry?: { readonly enabled: boolean; readonly maxTries: number; readonly waitBetweenTriesMs: number };
  /** Editor fields that the server keeps and does not read. */
  readonly [extra: string]: unknown;
}

export interface SubBlock {
  readonly id: string;
  readonly type: string;
  readonly value: Json;
}

export interface Edge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly sourceHandle: string;
  readonly targetHandle: string;
}

export interface Variable {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly value: Json;
}

/** One thing wrong with a document, naming block or edge and field. */
export interface DocumentProblem {
  readonly blockId?: string;
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
