import { findBlock, type Block, type WorkflowDocument } from './document.js';
import { documentLimits } from './document-limits.js';

const triggerTypes: ReadonlySet<string> = new Set([
  'start_trigger',
  'starter',
  'api_trigger',
  'input_trigger',
  'manual_trigger',
  'chat_trigger',
  'generic_webhook',
  'webhook',
  'schedule',
  'table_new_row',
  'sim_workspace_event',
  'rss',
  'imap',
]);

/** Runs start at triggers, so no edge may lead to one. */
export function isTrigger(block: Block): boolean {
  return triggerTypes.has(block.type) || isInTriggerMode(block);
}

/** Whether a block that otherwise does work begins runs instead: its other fields are without effect. */
export function isInTriggerMode(block: Block): boolean {
  return block['triggerMode'] === true;
}

export function isContainer(block: Block): block is Block & { readonly type: 'loop' | 'parallel' } {
  return block.type === 'loop' || block.type === 'parallel';
}

/** Notes are comments for readers and never run. */
export function isNote(block: Block): boolean {
  return block.type === 'note';
}

/** The id of the container around the block. */
export function parentOf(block: Block): string | undefined {
  const { parentId } = block.data;
  return typeof parentId === 'string' ? parentId : undefined;
}

/** The blocks that take part in runs: enabled, and only in enabled containers. */
export function liveBlocks({ blocks }: WorkflowDocument): readonly Block[] {
  return Object.values(blocks).filter((block) => block.enabled && ancestors(blocks, block).every(({ enabled }) => enabled));
}

/**
 * The containers around a block, innermost first. The search stops one level above the maximum depth, so it ends even if the parents form
 * a cycle.
 */
export function ancestors(blocks: WorkflowDocument['blocks'], block: Block): readonly Block[] {
  const found: Block[] = [];
  for (let at: Block | undefined = block; at !== undefined && found.length <= documentLimits.containerDepth;) {
    const parentId = parentOf(at);
    at = parentId === undefined ? undefined : findBlock(blocks, parentId);
    if (at !== undefined) found.push(at);
  }
  return found;
}
