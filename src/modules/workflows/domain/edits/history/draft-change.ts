import type { DraftOperation } from '../operation.js';

/** A change of a draft as the log of its workflow holds it. */
export interface DraftChange {
  /** The revision that it made. */
  readonly revision: number;
  /** The id that the client chose; null when the whole draft was replaced. */
  readonly editId: string | null;
  /** What the client calls the edit; null without a label. */
  readonly label: string | null;
  /** The operations; null when the whole draft was replaced. */
  readonly operations: readonly DraftOperation[] | null;
  /** Id of the user who made it; null when it is not known. */
  readonly userId: string | null;
  /** Name of that user; null when it is not known. */
  readonly userName: string | null;
  /** When it was made. */
  readonly at: string;
}
