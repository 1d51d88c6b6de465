import { fleeting } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** Wrong passwords for one e-mail address in a row, whether it belongs to a user or not. */
export interface SignInFailureRow {
  /** A keyed digest of the address. */
  readonly account: string;
  readonly failures: number;
  readonly failedAt: string;
}

export const signInFailure = new ReadModel<SignInFailureRow, 'account'>({
  table: 'sign_in_failure',
  key: ['account'],
  kept: fleeting('deleted a day after the last wrong password'),
  columns: {
    account: { type: 'text' },
    failures: { type: 'integer' },
    failedAt: { type: 'timestamptz' },
  },
});
