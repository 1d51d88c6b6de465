import type { SignInLinkKind } from '../../domain/users/user.events.js';
import { fleeting } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** A link that lets a user choose a password, once. */
export interface SignInLinkRow {
  readonly id: string;
  readonly kind: SignInLinkKind;
  readonly userId: string;
  readonly digest: string;
  readonly expiresAt: string;
}

export const signInLink = new ReadModel<SignInLinkRow, 'id'>({
  table: 'sign_in_link',
  key: ['id'],
  kept: fleeting('until it is used or replaced, or a day after its end'),
  columns: {
    id: { type: 'uuid' },
    kind: { type: 'text' },
    userId: { type: 'uuid' },
    digest: { type: 'text' },
    expiresAt: { type: 'timestamptz' },
  },
});
