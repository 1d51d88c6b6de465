import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** What the password of a user is checked against. Written together with the event that sets it; no event has it. */
export interface UserPasswordRow {
  readonly userId: string;
  /** Another one for each password: a session counts while the password that it was started with does. */
  readonly passwordId: string;
  /** A PHC text with the parameters of the hash. */
  readonly hash: string;
  readonly setAt: string;
}

export const userPassword = new ReadModel<UserPasswordRow, 'userId'>({
  table: 'user_password',
  key: ['userId'],
  kept: withOwner('one for each user who signs in with a password'),
  columns: {
    userId: { type: 'uuid' },
    passwordId: { type: 'uuid' },
    hash: { type: 'text' },
    setAt: { type: 'timestamptz' },
  },
});
