import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { OrganizationRole } from '#kernel/caller.js';

/** An open invitation. Written with the events of its organization, which decide on it. */
export interface OrganizationInvitationRow {
  readonly id: string;
  readonly organizationId: string;
  readonly email: string;
  readonly role: OrganizationRole;
  readonly invitedAt: string;
  readonly expiresAt: string;
  /** Of the token of its link. Null: made by an earlier build, without a link. */
  readonly digest: string | null;
  /** Id of the user who invited. Null: made by an earlier build. */
  readonly invitedBy: string | null;
}

export const organizationInvitation = new ReadModel<OrganizationInvitationRow, 'id'>({
  table: 'organization_invitation',
  key: ['id'],
  kept: withOwner('until it is accepted, declined or withdrawn'),
  columns: {
    id: { type: 'uuid' },
    organizationId: { type: 'uuid' },
    email: { type: 'text' },
    role: { type: 'text' },
    invitedAt: { type: 'timestamptz' },
    expiresAt: { type: 'timestamptz' },
    digest: { type: 'text', nullable: true },
    invitedBy: { type: 'uuid', nullable: true },
  },
});
