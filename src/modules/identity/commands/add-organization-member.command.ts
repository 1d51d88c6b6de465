import { Command } from '@nestjs/cqrs';
import type { Caller, OrganizationRole } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { OrganizationMemberView } from '../queries/views.js';

/** The user must be known to this server already. */
export class AddOrganizationMember extends Command<OrganizationMemberView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly organizationId: string,
    readonly member: { readonly email: string; readonly role: OrganizationRole },
  ) {
    super();
  }
}
