import { Command } from '@nestjs/cqrs';
import type { Caller, Permission } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { WorkspaceMemberView } from '../queries/views.js';

/** The user must be known to this server already. */
export class AddWorkspaceMember extends Command<WorkspaceMemberView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workspaceId: string,
    readonly member: { readonly email: string; readonly permission: Permission },
  ) {
    super();
  }
}
