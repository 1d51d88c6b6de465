import { createHash } from 'node:crypto';

/** Length of the time and the first random bits of an id of version 7, with their hyphens. */
const prefixLength = 18;

/**
 * The id of the trigger of a block. It follows from the workflow and the block, so a block of a draft has it before the first deployment.
 * It begins as the id of the workflow does: triggers sort by the time of their workflows.
 */
export function triggerIdOf(workflowId: string, blockId: string): string {
  const hash = createHash('sha256').update(`${workflowId}/${blockId}`).digest();
  // The variant of RFC 9562 in the two highest bits.
  hash[0] = ((hash[0] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return `${workflowId.slice(0, prefixLength)}-${hex.slice(0, 4)}-${hex.slice(4, 16)}`;
}

/** The lowest and the highest id of a workflow that can have a trigger with this id: those of the same millisecond and the same 12 random bits. */
export function workflowsOfTrigger(triggerId: string): { readonly from: string; readonly to: string } {
  const prefix = triggerId.slice(0, prefixLength);
  return { from: `${prefix}-0000-000000000000`, to: `${prefix}-ffff-ffffffffffff` };
}
