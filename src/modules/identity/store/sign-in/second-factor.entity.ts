import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** What the codes of a user are checked against. Written together with the events of the user; no event has it. */
export interface SecondFactorRow {
  readonly userId: string;
  /** The secret of the authenticator app, sealed. */
  readonly secret: string;
  /** False: the user has not yet shown that the app knows the secret. */
  readonly isOn: boolean;
  /** Of the latest code that was used. It and earlier ones count no more. */
  readonly lastStep: number | null;
  /** Digests of the recovery codes that were not used. */
  readonly recoveryCodes: readonly string[];
  readonly setAt: string;
}

export const secondFactor = new ReadModel<SecondFactorRow, 'userId'>({
  table: 'second_factor',
  key: ['userId'],
  kept: withOwner('one for each user who has a second factor'),
  columns: {
    userId: { type: 'uuid' },
    secret: { type: 'text' },
    isOn: { type: 'boolean' },
    lastStep: { type: 'integer', nullable: true },
    recoveryCodes: { type: 'text[]' },
    setAt: { type: 'timestamptz' },
  },
});

/** Names the place of the secret to the secret box: the secret of one user decrypts for no other. */
export function placeOfSecondFactor(userId: string): string {
  return `second-factor/${userId}`;
}
