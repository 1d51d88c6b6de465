import { Command } from '@nestjs/cqrs';
import type { Caller, OrganizationRole } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { OrganizationMemberView } from '../queries/views.js';

/** Gives a member another role. */
export class ChangeOrganizationMember extends Command<OrganizationMemberView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly organizationId: string,
    readonly member: { readonly userId: string; readonly role: OrganizationRole },
  ) {
    super();
  }
}
