import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { MadeKey } from '../queries/made-keys.js';

/**
 * What the role gave in the workspaces of the organization ends at once, and so do the memberships there. Workspaces that the member
 * owned become those of the owner who removes them, else of the owner who came first.
 */
export class RemoveOrganizationMember extends Command<readonly MadeKey[]> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly organizationId: string,
    readonly userId: string,
  ) {
    super();
  }
}
