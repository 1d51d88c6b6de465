import { findBlock, type WorkflowDocument } from '../../../../src/document/document.js';
import type { Json } from '../../../../src/kernel/json.js';

/** A text of a block in the active version of a workflow. */
export interface DeployedText {
  readonly workflowId: string;
  readonly version: number;
  readonly blockId: string;
  readonly field: string;
}

/** The text of the field in a version; undefined when it has no such block or field. */
export function deployedText({ blocks }: WorkflowDocument, { blockId, field }: DeployedText): string | undefined {
  const fields = findBlock(blocks, blockId)?.subBlocks;
  const value: Json | undefined = fields !== undefined && Object.hasOwn(fields, field) ? fields[field]?.value : undefined;
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
