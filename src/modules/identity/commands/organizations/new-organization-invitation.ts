import { Injectable } from '@nestjs/common';
import { Config } from '#host/config/config.js';
import { SignInDigests } from '#host/secrets/passwords/sign-in-digests.js';
import { randomSecret } from '#host/secrets/random-token.js';
import type { Caller, OrganizationRole } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { decide } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import type { Write } from '#ledger/rows/read-model.js';
import { alreadyMember } from '../../domain/member.errors.js';
import { organization } from '../../domain/organizations/organization.decider.js';
import { organizationStream } from '../../domain/organizations/organization.events.js';
import { Invitations } from '../../queries/organizations/invitations.js';
import { organizationInvitation } from '../../store/organization-invitation.entity.js';

interface Invited {
  readonly organizationId: string;
  readonly email: string;
  readonly role: OrganizationRole;
}

interface NewInvitation extends Invited {
  readonly id: string;
  readonly invitedAt: string;
  readonly expiresAt: string;
  /** What follows `/invite#` in the address of the link, known here for the only time. */
  readonly token: string;
}

/** Invites addresses to organizations. An address that is invited again gets a new link instead of the former one. Asks no permission. */
@Injectable()
export class NewOrganizationInvitation {
  constructor(
    private readonly store: EventStore,
    private readonly digests: SignInDigests,
    private readonly invitations: Invitations,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Owners may list members, so the refusal of a member reveals nothing. @throws DomainError conflict */
  async make(caller: Caller, meta: EventMeta, { organizationId, email, role }: Invited): Promise<NewInvitation> {
    if (await this.invitations.isMember(organizationId, email)) throw alreadyMember();
    const [id, token, now] = [this.ids.next(), randomSecret(), this.clock.now().getTime()];
    const expiresAt = new Date(now + this.config.invitationLifetimeMs).toISOString();
    const made = { id, organizationId, email, role, invitedAt: new Date(now).toISOString(), expiresAt };
    const row = { ...made, digest: this.digests.invitation.digest(token), invitedBy: caller.userId };
    const command = { type: 'invite', invitationId: id, email, role, expiresAt } as const;
    await decide(
      this.store,
      async (unit) => {
        const { events } = await unit.on(organizationStream.at(organizationId), organization, () => [command]);
        const replaced = events.flatMap((event): Write[] =>
          event.type === 'organization.invitation-ended' ? [organizationInvitation.remove({ id: event.payload.invitationId })] : [],
        );
        unit.write([...replaced, organizationInvitation.add(row)]);
      },
      { meta },
    );
    return { ...made, token };
  }
}
