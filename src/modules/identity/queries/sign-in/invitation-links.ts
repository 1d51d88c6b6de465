import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { SignInDigests } from '#host/secrets/passwords/sign-in-digests.js';
import type { OrganizationRole, Permission } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { notFound } from '#kernel/errors.js';
import { selectSql } from '#ledger/rows/select.js';
import { organizationInvitation, type OrganizationInvitationRow } from '../../store/organization-invitation.entity.js';
import { workspaceInvitationModel, type WorkspaceInvitationRow } from '../../store/sign-in/workspace-invitation.entity.js';

interface LinkedInvitationTerms {
  readonly id: string;
  readonly email: string;
  /** Id of the user who invited. */
  readonly invitedBy: string | null;
  readonly expiresAt: string;
}

/** An open invitation with a link. */
export type LinkedInvitation = LinkedInvitationTerms &
  (
    | { readonly to: 'workspace'; readonly workspaceId: string; readonly role: Permission }
    | { readonly to: 'organization'; readonly organizationId: string; readonly role: OrganizationRole }
  );

const clauses = 'where digest = any ($1) and expires_at > $2';

/** Finds invitations by the token of their link. */
@Injectable()
export class InvitationLinks {
  constructor(
    private readonly pool: Pool,
    private readonly digests: SignInDigests,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not-found, the same for a link that was used, withdrawn, replaced or cut off, that has expired, or that never was */
  async claimed(token: string): Promise<LinkedInvitation> {
    const digests = [this.digests.invitation.digest(token), ...this.digests.invitation.formerDigests(token)];
    const values = [digests, this.clock.iso()];
    const [toWorkspace] = (await selectSql(this.pool, workspaceInvitationModel, { clauses, values })) as WorkspaceInvitationRow[];
    if (toWorkspace !== undefined) return { ...toWorkspace, to: 'workspace', role: toWorkspace.permission };
    const [found] = (await selectSql(this.pool, organizationInvitation, { clauses, values })) as OrganizationInvitationRow[];
    if (found === undefined) throw notFound('Link');
    return { ...found, to: 'organization' };
  }
}
