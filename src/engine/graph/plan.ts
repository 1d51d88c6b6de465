import type { Json } from '#kernel/json.js';
import type { Block } from '#document/document.js';
import type { SourceCache } from '../values/source-cache.js';

/** What a document means for the engine: only what can run, linked and numbered. Never changes, shared by all runs of a deployment. */
export interface Plan {
  readonly start: PlannedBlock;
  readonly root: Region;
  /** Every block that can run, by id. */
  readonly blocks: ReadonlyMap<string, PlannedBlock>;
  /** Normalised name to id, for every block of the document: also a block that cannot run is known by name. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether starts with an input that does not fit the declared fields are refused. */
  readonly strictInput: boolean;
  /** Initial values of the workflow's variables, by normalised name. */
  readonly variables: ReadonlyMap<string, Json>;
}

/** The graph inside one container, or the root. Blocks of different regions are never linked to each other. */
export interface Region {
  /** Id of the container; the root's is empty. */
  readonly id: string;
  readonly kind: 'root' | 'loop' | 'parallel';
  readonly parent: Region | null;
  readonly nodes: readonly RegionNode[];
  /** The texts of its blocks, read with the names that are known inside. */
  readonly sources: SourceCache;
}

export interface RegionNode {
  readonly block: PlannedBlock;
  /** From how many different blocks edges lead here. A node without any begins with its region. */
  readonly inputs: number;
  readonly links: readonly Link[];
}

/** All edges from one node to one other. */
export interface Link {
  /** Position of the other node in its region. */
  readonly target: number;
  readonly handles: readonly string[];
}

export interface PlannedBlock {
  readonly id: string;
  readonly type: string;
  /** *container*: goes through the blocks inside it. *call*: runs another workflow. *agent*: asks a model, once or in turns with tools. */
  readonly kind: 'work' | 'container' | 'call' | 'agent';
  /** The block is a trigger, whatever its type does otherwise. */
  readonly triggerMode?: true;
  readonly name: string;
  /** The base of references to it. */
  readonly referenceName: string;
  /** Values of the sub-blocks, as written. */
  readonly params: Readonly<Record<string, Json>>;
  /** Container settings. */
  readonly data: Readonly<Record<string, Json>>;
  /** Declared outputs; null when any path may exist. */
  readonly outputs: Readonly<Record<string, Json>> | null;
  readonly retry: RetryPolicy | null;
  readonly hasErrorEdge: boolean;
  readonly targets: readonly PlannedTarget[];
  readonly region: Region;
  /** What runs inside a container. */
  readonly inner: Region | null;
  /** The block is not run: it completes with this output. */
  readonly pin?: NonNullable<Block['pin']>;
}

/** Where a handle leads. */
export interface PlannedTarget {
  readonly handle: string;
  readonly blockId: string;
  readonly blockType: string;
  readonly blockTitle: string;
}

export interface RetryPolicy {
  /** The first one included. */
  readonly maxTries: number;
  readonly waitMs: number;
}
