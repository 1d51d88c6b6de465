import { Command } from '@nestjs/cqrs';
import type { Caller, Permission } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { WorkspaceMemberView } from '../queries/views.js';

/** Gives a member another permission. */
export class ChangeWorkspaceMember extends Command<WorkspaceMemberView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workspaceId: string,
    readonly member: { readonly userId: string; readonly permission: Permission },
  ) {
    super();
  }
}
