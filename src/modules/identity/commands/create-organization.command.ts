import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { OrganizationView } from '../queries/views.js';

/** The caller becomes its owner. */
export class CreateOrganization extends Command<OrganizationView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly organization: { readonly name: string; readonly plan?: string | undefined },
  ) {
    super();
  }
}
