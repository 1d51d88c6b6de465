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
