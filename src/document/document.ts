import type { Json, JsonObject } from '#kernel/json.js';

/** A workflow document in format version "1.0". All optional parts are filled in, and every edge has its handles. */
export interface WorkflowDocument {
  /** The blocks, by id. */
  readonly blocks: Readonly<Record<string, Block>>;
  /** The connections between blocks. */
  readonly edges: readonly Edge[];
  /** The loops, by id. Derived from the blocks whenever a document is parsed. */
  readonly loops: Readonly<Record<string, Json>>;
  /** The parallels, by id. Derived from the blocks whenever a document is parsed. */
  readonly parallels: Readonly<Record<string, Json>>;
  /** The workflow variables, by id. */
  readonly variables: Readonly<Record<string, Variable>>;
  /** Data of editors, which the server stores. It reads `strictInput`: whether inputs are checked against the declared fields. */
  readonly metadata: Readonly<Record<string, Json>>;
}

/** A block of a workflow. */
export interface Block {
  readonly id: string;
  /** Type of the block. `GET /api/v1/blocks` lists all types. */
  readonly type: string;
  /** Name of the block. References use it, ignoring case and spaces. */
  readonly name: string;
  /** Position on the canvas of an editor. */
  readonly position: {
    /** Distance from the left. */
    readonly x: number;
    /** Distance from the top. */
    readonly y: number;
  };
  /** The fields of the block, by id. */
  readonly subBlocks: Readonly<Record<string, SubBlock>>;
  /** The outputs as an editor declares them. */
  readonly outputs: Readonly<Record<string, Json>>;
  /** Whether the block runs. Disabled blocks are skipped. */
  readonly enabled: boolean;
  /** Settings of containers and the parent of the block: `parentId`, `loopType`, `count`, `collection` and others. */
  readonly data: Readonly<Record<string, Json>>;
  /** How often the block is retried after a failure. */
  readonly retry?: {
    /** Whether the block is retried. */
    readonly enabled: boolean;
    /** Maximum number of attempts. */
    readonly maxTries: number;
    /** Backoff between two attempts, in ms. */
    readonly waitBetweenTriesMs: number;
  };
  /** The output of the block in runs of the draft that use pins: the block is not run. Deployments and exports have no pins. */
  readonly pin?: {
    /** The output. */
    readonly output: JsonObject;
    /** The outgoing path that is taken; absent: `source`. */
    readonly handle?: string;
  };
  /** Data of editors that the server stores but does not read. */
  readonly [extra: string]: unknown;
}

/** A field of a block. */
export interface SubBlock {
  readonly id: string;
  /** The control with which an editor shows the field. */
  readonly type: string;
  /** The value of the field. It may contain references to other blocks. */
  readonly value: Json;
}

/** A connection between two blocks. */
export interface Edge {
  readonly id: string;
  /** Id of the block where the edge starts. */
  readonly source: string;
  /** Id of the block where the edge ends. */
  readonly target: string;
  /** The output of the source block: `source`, `error`, or a branch. */
  readonly sourceHandle: string;
  /** The input of the target block. */
  readonly targetHandle: string;
}

/** A workflow variable. */
export interface Variable {
  readonly id: string;
  /** The name that references use. */
  readonly name: string;
  /** Type of the variable. */
  readonly type: string;
  /** The value of the variable. */
  readonly value: Json;
}

/** A problem of a workflow document. */
export interface DocumentProblem {
  /** Id of the block that the problem concerns, if any. */
  readonly blockId?: string;
  /** Id of the edge that the problem concerns, if any. */
  readonly edgeId?: string;
  /** Path of the field that the problem concerns, if any. */
  readonly field?: string;
  /** Where in the text of that field the problem is, if it concerns a part of it. */
  readonly position?: TextPosition;
  /** A description of the problem for people. */
  readonly message: string;
  /** The code of the problem for programs. */
  readonly code: string;
}

/** A place in a text. */
export interface TextPosition {
  /** Number of characters before it. */
  readonly offset: number;
  /** Line, from 1. */
  readonly line: number;
  /** Column, from 1. */
  readonly column: number;
}

/** What a review of a document found. */
export interface Findings {
  /** Problems that prevent the deployment: the block would surely fail. */
  readonly problems: readonly DocumentProblem[];
  /** Probable mistakes that do not prevent the deployment. */
  readonly warnings: readonly DocumentProblem[];
}

/** The name of a block as references write it: lower case, without whitespace and dots. */
export function referenceName(name: string): string {
  return name.toLowerCase().replace(/[\s.]+/g, '');
}

/** Reads own properties only, so that an id such as `constructor` finds nothing. */
export function findBlock(blocks: WorkflowDocument['blocks'], id: string): Block | undefined {
  return Object.hasOwn(blocks, id) ? blocks[id] : undefined;
}

/** Named inputs of test runs are members of the metadata with this prefix, each separate so that two people can add some at the same time. */
export const examplePrefix = 'example:';

/** Whether starts with an input that does not fit the declared fields are refused. */
export function isStrict({ metadata }: WorkflowDocument): boolean {
  return metadata['strictInput'] === true;
}

/** The draft of a new workflow. */
export const emptyDocument: WorkflowDocument = {
  blocks: {},
  edges: [],
  loops: {},
  parallels: {},
  variables: {},
  metadata: { strictInput: true },
};
