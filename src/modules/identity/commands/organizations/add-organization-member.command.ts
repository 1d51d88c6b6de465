import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { decide, on } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import type { Write } from '#ledger/rows/read-model.js';
import type { Caller, OrganizationRole } from '#kernel/caller.js';
import { Config } from '#host/config/config.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { requireOrganizationOwner } from '../../domain/authority.js';
import { alreadyMember } from '../../domain/member.errors.js';
import { organization } from '../../domain/organizations/organization.decider.js';
import { organizationStream, type OrganizationEvent } from '../../domain/organizations/organization.events.js';
import { IdentityViews } from '../../queries/identity-views.js';
import { Invitations } from '../../queries/organizations/invitations.js';
import { organizationInvitation } from '../../store/organization-invitation.entity.js';

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
    private readonly invitations: Invitations,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async execute(addition: AddOrganizationMember): Promise<AddedMember> {
    const { caller, organizationId } = addition;
    requireOrganizationOwner(caller, organizationId);
    await this.views.getOrganization(organizationId);
    return caller.isOperator ? this.#add(addition) : this.#invite(addition);
  }

  async #add({ organizationId, member: { email, role }, meta }: AddOrganizationMember): Promise<AddedMember> {
    const user = await this.views.getUserByEmail(email);
    const command = { type: 'add-member', userId: user.id, role } as const;
    await decide(this.store, on(organizationStream.at(organizationId), organization, command), { meta });
    return { userId: user.id, email, role, status: 'member', expiresAt: null };
  }

  /** Owners may list members, so the refusal of a member reveals nothing. */
  async #invite({ organizationId, member: { email, role }, meta }: AddOrganizationMember): Promise<AddedMember> {
    if (await this.invitations.isMember(organizationId, email)) throw alreadyMember();
    const now = this.clock.now().getTime();
    const [invitedAt, expiresAt] = [now, now + this.config.invitationLifetimeMs].map((ms) => new Date(ms).toISOString()) as [
      string,
      string,
    ];
    const command = { type: 'invite', invitationId: this.ids.next(), email, role, expiresAt } as const;
    await decide(
      this.store,
      async (unit) => {
        const { events } = await unit.on(organizationStream.at(organizationId), organization, () => [command]);
        unit.write(events.flatMap((event) => rowsOf(organizationId, event, invitedAt)));
      },
      { meta },
    );
    return { userId: null, email, role, status: 'invited', expiresAt };
  }
}

function rowsOf(organizationId: string, event: OrganizationEvent, invitedAt: string): Write[] {
  if (event.type === 'organization.invitation-ended') return [organizationInvitation.remove({ id: event.payload.invitationId })];
  if (event.type !== 'organization.member-invited') return [];
  const { invitationId: id, email, role, expiresAt } = event.payload;
  return [organizationInvitation.add({ id, organizationId, email, role, invitedAt, expiresAt })];
}
