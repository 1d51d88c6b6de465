import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import { type Caller, type Permission, requireReach } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { workspace } from '../../domain/workspaces/workspace.decider.js';
import { workspaceStream } from '../../domain/workspaces/workspace.events.js';
import { IdentityViews } from '../../queries/identity-views.js';
import type { WorkspaceMemberView } from '../../projections/views.js';

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

@CommandHandler(ChangeWorkspaceMember)
export class ChangeWorkspaceMemberHandler implements ICommandHandler<ChangeWorkspaceMember> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
  ) {}

  async execute({ caller, meta, workspaceId, member: { userId, permission } }: ChangeWorkspaceMember): Promise<WorkspaceMemberView> {
    requireReach(caller, workspaceId, 'admin', 'Workspace');
    const command = { type: 'change-permission', userId, permission } as const;
    await decide(this.store, on(workspaceStream.at(workspaceId, workspaceId), workspace, command), { meta });
    const { email } = await this.views.getUser(userId);
    return { userId, email, permission };
  }
}
