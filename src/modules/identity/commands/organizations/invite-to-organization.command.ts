import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller, OrganizationRole } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { requireOrganizationOwner } from '../../domain/authority.js';
import type { InvitationView } from '../../projections/views.js';
import { IdentityViews } from '../../queries/identity-views.js';
import { NewOrganizationInvitation } from './new-organization-invitation.js';

/** An invitation with the token of its link, which is known here for the only time. */
export interface MadeOrganizationInvitation extends InvitationView {
  /** What follows `/invite#` in the address of the link. Shown once. */
  readonly token: string;
}

/** Invites an address to an organization, whether a user has it or not. */
export class InviteToOrganization extends Command<MadeOrganizationInvitation> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly organizationId: string,
    readonly invited: { readonly email: string; readonly role: OrganizationRole },
  ) {
    super();
  }
}

@CommandHandler(InviteToOrganization)
export class InviteToOrganizationHandler implements ICommandHandler<InviteToOrganization> {
  constructor(
    private readonly views: IdentityViews,
    private readonly invitations: NewOrganizationInvitation,
  ) {}

  async execute({ caller, meta, organizationId, invited }: InviteToOrganization): Promise<MadeOrganizationInvitation> {
    requireOrganizationOwner(caller, organizationId);
    const { name: organizationName } = await this.views.getOrganization(organizationId);
    const { token, ...made } = await this.invitations.make(caller, meta, { organizationId, ...invited });
    return { ...made, organizationName, expired: false, token };
  }
}
