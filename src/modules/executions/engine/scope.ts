import type { Region } from './plan.js';

/** One pass through a region. The root is passed once; a loop opens a scope for each pass, a parallel one for each branch. */
export interface Scope {
  /** Empty for the root, else what stands in front of the ids of its blocks: `loop[3]`, `outer[0]/inner[2]`. */
  readonly path: string;
  readonly region: Region;
  readonly parent: Scope | null;
}

/** Names a block within a run. */
export function nodeKey(path: string, blockId: string): string {
  return path === '' ? blockId : `${path}/${blockId}`;
}
