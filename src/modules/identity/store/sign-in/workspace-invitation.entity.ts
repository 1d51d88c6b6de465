import { fleeting } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { Permission } from '#kernel/caller.js';

/** An open invitation with a link. Written with the events of the invitation, which do not have the digest. */
export interface WorkspaceInvitationRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly email: string;
  readonly permission: Permission;
  readonly digest: string;
  /** Id of the user who invited. Null: made by an earlier build. */
  readonly invitedBy: string | null;
  readonly invitedAt: string;
  readonly expiresAt: string;
}

export const workspaceInvitationModel = new ReadModel<WorkspaceInvitationRow, 'id'>({
  table: 'workspace_invitation',
  key: ['id'],
  kept: fleeting('until it is accepted, withdrawn or replaced, or a day after its end'),
  columns: {
    id: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    email: { type: 'text' },
    permission: { type: 'text' },
    digest: { type: 'text' },
    invitedBy: { type: 'uuid', nullable: true },
    invitedAt: { type: 'timestamptz' },
    expiresAt: { type: 'timestamptz' },
  },
});
