import type { WorkflowDocument } from '../document.js';
import { renameBlocks } from './rename-blocks.js';

/**
 * Replaces the ids of blocks and edges, and everything derived from them. Variables keep their ids, because blocks refer to them. `next`
 * returns a new id at each call.
 */
export function regenerateIds(document: WorkflowDocument, next: () => string): WorkflowDocument {
  const renamed = renameBlocks(document, new Map(Object.keys(document.blocks).map((id) => [id, next()])));
  return { ...renamed, edges: renamed.edges.map((edge) => ({ ...edge, id: next() })) };
}
