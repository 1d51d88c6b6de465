import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** An account at a provider of OpenID Connect with which a user signs in. */
export interface UserIdentityRow {
  readonly id: string;
  readonly userId: string;
  /** Id of the provider in the settings of this server. */
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly linkedAt: string;
}

export const userIdentity = new ReadModel<UserIdentityRow, 'id'>({
  table: 'user_identity',
  key: ['id'],
  kept: withOwner('until the account is unlinked'),
  columns: {
    id: { type: 'uuid' },
    userId: { type: 'uuid' },
    provider: { type: 'text' },
    issuer: { type: 'text' },
    subject: { type: 'text' },
    email: { type: 'text' },
    linkedAt: { type: 'timestamptz' },
  },
});
