import type { Block, DocumentProblem } from '../document.js';
import { quoted } from '../quoted.js';

/** A problem of one block or one of its fields. `what` is the end of the message, after the name of the block. */
export function blockProblem(block: Block, what: string, code: string, field?: string): DocumentProblem {
  return { blockId: block.id, ...(field === undefined ? {} : { field }), message: `Block ${quoted(block.name)} ${what}`, code };
}
