import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { OrganizationView } from '../queries/views.js';

/** Changes what is given. */
export class ChangeOrganization extends Command<OrganizationView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly organizationId: string,
    readonly changes: { readonly name?: string | undefined; readonly plan?: string | undefined },
  ) {
    super();
  }
}
