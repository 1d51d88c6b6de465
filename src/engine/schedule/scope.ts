import type { Json } from '#kernel/json.js';
import type { Invocation } from './invocation.js';
import type { Region } from '../graph/plan.js';

/** One pass through a region. The root is passed once; a loop opens a scope for each pass, a parallel one for each branch. */
export interface Scope {
  /** Prefix of the names of its blocks within the run: `loop[3]`, `outer[0]/inner[2]`, `caller()`. Empty for the root. */
  readonly path: string;
  /**
   * Where outputs of its blocks are kept within the invocation. The passes of a loop share theirs, so that the latest value of a
   * block stays visible until it is overwritten; the branches of a parallel never see each other's.
   */
  readonly slot: string;
  readonly region: Region;
  /** The scope around it within the same workflow. */
  readonly parent: Scope | null;
  readonly invocation: Invocation;
  /** Which pass or branch of which container; null for the root of a workflow. */
  readonly pass: Pass | null;
}

export interface Pass {
  /** Node key of the container. */
  readonly container: string;
  /** The name that references to the container begin with. */
  readonly name: string;
  readonly index: number;
  /** How many there are; null while only a condition knows. */
  readonly total: number | null;
  /** What all passes are about; null when the container just counts. */
  readonly items: readonly Json[] | null;
}

/** The scope that the graph of a workflow runs in. */
export function rootScope(invocation: Invocation): Scope {
  const path = invocation.caller === null ? '' : `${invocation.caller.key}()`;
  return { path, slot: '', region: invocation.plan.root, parent: null, invocation, pass: null };
}

/** Names a block within a run. */
export function nodeKey(path: string, blockId: string): string {
  return path === '' ? blockId : `${path}/${blockId}`;
}
