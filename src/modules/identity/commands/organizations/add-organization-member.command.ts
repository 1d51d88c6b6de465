import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { decide } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import type { Caller, OrganizationRole } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { requireOrganizationOwner } from '../../domain/authority.js';
import { organization } from '../../domain/organizations/organization.decider.js';
import { organizationStream } from '../../domain/organizations/organization.events.js';
import { unprovedAddress } from '../../domain/users/user.errors.js';
import { IdentityViews } from '../../queries/identity-views.js';
import { hasProvedAddress } from '../has-proved-address.js';
import { NewOrganizationInvitation } from './new-organization-invitation.js';

/** A new member, or an invitation. */
export interface AddedMember {
  /** Null for an invitation, whether a user has the address or not. */
  readonly userId: string | null;
  /** E-mail address of the user. */
  readonly email: string;
  /** Role of the member in the organization. */
  readonly role: OrganizationRole;
  /** `member`: the user belongs to the organization. `invited`: once they accept. */
  readonly status: 'member' | 'invited';
  /** When the invitation expires; null for a member. */
  readonly expiresAt: string | null;
}

/**
 * An operator adds a user, who must be known. An owner invites an address: nothing reveals whether a user has it, and the user belongs to the
 * organization, and is billed by it, only after accepting.
 */
export class AddOrganizationMember extends Command<AddedMember> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly organizationId: string,
    readonly member: { readonly email: string; readonly role: OrganizationRole },
  ) {
    super();
  }
}

@CommandHandler(AddOrganizationMember)
export class AddOrganizationMemberHandler implements ICommandHandler<AddOrganizationMember> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
    private readonly invitations: NewOrganizationInvitation,
  ) {}

  async execute(addition: AddOrganizationMember): Promise<AddedMember> {
    const { caller, organizationId } = addition;
    requireOrganizationOwner(caller, organizationId);
    await this.views.getOrganization(organizationId);
    return caller.isOperator ? this.#add(addition) : this.#invite(addition);
  }

  async #add({ organizationId, member: { email, role }, meta }: AddOrganizationMember): Promise<AddedMember> {
    const user = await this.views.getUserByEmail(email);
    await decide(
      this.store,
      async (unit) => {
        if (!(await hasProvedAddress(unit, user.id))) throw unprovedAddress(email);
        const command = { type: 'add-member', userId: user.id, role } as const;
        await unit.on(organizationStream.at(organizationId), organization, () => [command]);
      },
      { meta },
    );
    return { userId: user.id, email, role, status: 'member', expiresAt: null };
  }

  async #invite({ caller, organizationId, member, meta }: AddOrganizationMember): Promise<AddedMember> {
    const { email, role, expiresAt } = await this.invitations.make(caller, meta, { organizationId, ...member });
    return { userId: null, email, role, status: 'invited', expiresAt };
  }
}
