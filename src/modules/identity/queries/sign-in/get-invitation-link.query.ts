import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { OrganizationRole, Permission } from '#kernel/caller.js';
import { IdentityViews } from '../identity-views.js';
import { InvitationLinks } from './invitation-links.js';

/** What a person was invited to. It does not say whether they are a user. */
export interface InvitationLinkView {
  /** Address of the person who was invited. */
  readonly email: string;
  /** What the person joins by accepting. */
  readonly to: 'workspace' | 'organization';
  /** Id of the workspace or of the organization. */
  readonly id: string;
  /** Name of the workspace or of the organization. */
  readonly name: string;
  /** Permission in the workspace or role in the organization, after accepting. */
  readonly role: Permission | OrganizationRole;
  /** Name of the user who invited; null: unknown. */
  readonly invitedBy: string | null;
  /** Until when the link counts. */
  readonly expiresAt: string;
}

export class GetInvitationLink extends Query<InvitationLinkView> {
  constructor(readonly token: string) {
    super();
  }
}

@QueryHandler(GetInvitationLink)
export class GetInvitationLinkHandler implements IQueryHandler<GetInvitationLink> {
  constructor(
    private readonly links: InvitationLinks,
    private readonly views: IdentityViews,
  ) {}

  async execute({ token }: GetInvitationLink): Promise<InvitationLinkView> {
    const found = await this.links.claimed(token);
    const { id, name } =
      found.to === 'workspace' ? await this.views.getWorkspace(found.workspaceId) : await this.views.getOrganization(found.organizationId);
    const { email, to, role, expiresAt } = found;
    const invitedBy = found.invitedBy === null ? null : (await this.views.getUser(found.invitedBy)).name;
    return { email, to, id, name, role, invitedBy, expiresAt };
  }
}
