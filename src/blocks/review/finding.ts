import type { Block, DocumentProblem, TextPosition } from '#document/document.js';
import { quoted } from '#document/quoted.js';

/** A mistake in a block. `isSure`: the block fails whenever it runs. */
export interface Finding {
  readonly problem: DocumentProblem;
  readonly isSure: boolean;
  /** Whether it is a mistake also where the failure of the block would be handled. */
  readonly isAlways?: boolean;
}

/** Findings of one kind about one text: each has a position, and its message a name that is nearest. */
export const mostFindings = 100;

interface About {
  readonly block: Block;
  readonly field: string;
  readonly code: string;
  /** The end of the message, after the names of block and field. */
  readonly what: string;
  readonly position?: TextPosition | undefined;
  readonly isSure?: boolean;
}

export function finding({ block, field, code, what, position, isSure = false }: About): Finding {
  const message = `Block ${quoted(block.name)}: ${field} ${what}`;
  return { problem: { blockId: block.id, field, ...(position === undefined ? {} : { position }), message, code }, isSure };
}

export function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset);
  return { offset, line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** A question about the nearest name, as the end of a message; empty if there is none. */
export function meant(nearest: string | undefined): string {
  return nearest === undefined ? '' : `. Did you mean ${nearest}?`;
}
