import { fleeting } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** A piece of what a model writes, while its call is in progress. The outcome of the call contains the whole. */
export interface RunTextRow {
  readonly executionId: string;
  /** Position of the intent of the call. */
  readonly position: number;
  readonly attempt: number;
  readonly kind: TextKind;
  /** Where the piece begins, in UTF-16 code units. */
  readonly start: number;
  /** As JSON text, which can hold every character. */
  readonly text: string;
  readonly at: string;
}

export type TextKind = 'text' | 'reasoning';

export const runText = new ReadModel<RunTextRow, 'executionId' | 'position' | 'attempt' | 'kind' | 'start'>({
  table: 'run_text',
  key: ['executionId', 'position', 'attempt', 'kind', 'start'],
  kept: fleeting('deleted within ten minutes of the outcome of the call, which contains the text'),
  columns: {
    executionId: { type: 'uuid' },
    position: { type: 'integer' },
    attempt: { type: 'integer' },
    kind: { type: 'text' },
    start: { type: 'integer' },
    text: { type: 'text' },
    at: { type: 'timestamptz' },
  },
});
