import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { SignInDigests } from '#host/secrets/passwords/sign-in-digests.js';
import type { OrganizationRole, Permission } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { notFound } from '#kernel/errors.js';
import { selectSql } from '#ledger/rows/select.js';
import { organizationInvitation, type OrganizationInvitationRow } from '../../store/organization-invitation.entity.js';
import { workspaceInvitationModel, type WorkspaceInvitationRow } from '../../store/sign-in/workspace-invitation.entity.js';
import { invitesToOrganization, invitesToWorkspace } from './standing-inviters.js';

interface LinkedInvitationTerms {
  readonly id: string;
  readonly email: string;
  /** Id of the user who invited. */
  readonly invitedBy: string | null;
  readonly expiresAt: string;
}

/** An open invitation with a link, of a person who may still invite. */
export type LinkedInvitation = LinkedInvitationTerms &
  (
    | { readonly to: 'workspace'; readonly workspaceId: string; readonly role: Permission }
    | { readonly to: 'organization'; readonly organizationId: string; readonly role: OrganizationRole }
  );

/** Finds open invitations by the token of their link, or by the address that was invited. */
@Injectable()
export class InvitationLinks {
  constructor(
    private readonly pool: Pool,
    private readonly digests: SignInDigests,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not-found, the same for a link that was used, withdrawn, replaced or cut off, that has expired, whose inviter may not invite any more, or that never was */
  async claimed(token: string): Promise<LinkedInvitation> {
    const digests = [this.digests.invitation.digest(token), ...this.digests.invitation.formerDigests(token)];
    const [found] = await this.#open('digest = any ($1)', digests);
    if (found === undefined) throw notFound('Link');
    return found;
  }

  /** The open invitations of an address, for a person who has proved that it is theirs. */
  openTo(email: string): Promise<readonly LinkedInvitation[]> {
    return this.#open('email = $1', email);
  }

  async #open(condition: string, value: unknown): Promise<readonly LinkedInvitation[]> {
    const values = [value, this.clock.iso()];
    const read = (invites: string) => ({ clauses: `where ${condition} and expires_at > $2 and ${invites} order by id`, values });
    const workspaces = read(invitesToWorkspace('workspace_invitation'));
    const toWorkspaces = (await selectSql(this.pool, workspaceInvitationModel, workspaces)) as WorkspaceInvitationRow[];
    const organizations = read(invitesToOrganization('organization_invitation'));
    const toOrganizations = (await selectSql(this.pool, organizationInvitation, organizations)) as OrganizationInvitationRow[];
    return [
      ...toWorkspaces.map((row) => ({ ...row, to: 'workspace', role: row.permission }) as const),
      ...toOrganizations.map((row) => ({ ...row, to: 'organization' }) as const),
    ];
  }
}
