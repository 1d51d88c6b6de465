import type { Block, WorkflowDocument } from '../document.js';

/** Limit of a pinned output. */
export const mostPinBytes = 256 * 1024;

/** The document without pinned outputs, as it is deployed and exported. */
export function withoutPins(document: WorkflowDocument): WorkflowDocument {
  const blocks = Object.values(document.blocks);
  if (blocks.every(({ pin }) => pin === undefined)) return document;
  return { ...document, blocks: Object.fromEntries(blocks.map((block) => [block.id, unpinned(block)])) };
}

/** The block without its pinned output. */
export function unpinned({ pin: _, ...block }: Block): Block {
  return block as Block;
}
