import type { DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';

/** An edit that is ready to be made. */
export interface Command {
  readonly label: string;
  readonly operations: readonly DraftOperation[];
  /** The blocks that are selected afterwards. */
  readonly select?: readonly string[];
}

/** Why a command is not possible. */
export interface Impossible {
  readonly refused: string;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** An id for a block, an edge or an edit. It works without TLS, too. */
export function newId(length = 16): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => alphabet[byte % alphabet.length]).join('');
}
