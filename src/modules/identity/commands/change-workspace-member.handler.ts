import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { requireReach } from '#kernel/caller.js';
import { workspace } from '../domain/workspace.decider.js';
import { IdentityViews } from '../queries/identity-views.js';
import type { WorkspaceMemberView } from '../queries/views.js';
import { ledgerStream } from './stream.js';
import { ChangeWorkspaceMember } from './change-workspace-member.command.js';

@CommandHandler(ChangeWorkspaceMember)
export class ChangeWorkspaceMemberHandler implements ICommandHandler<ChangeWorkspaceMember> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
  ) {}

  async execute({ caller, meta, workspaceId, member: { userId, permission } }: ChangeWorkspaceMember): Promise<WorkspaceMemberView> {
    requireReach(caller, workspaceId, 'admin', 'Workspace');
    const command = { type: 'change-permission', userId, permission } as const;
    await handle(this.store, workspace, ledgerStream(workspaceId, workspaceId), { command, meta });
    const { email } = await this.views.getUser(userId);
    return { userId, email, permission };
  }
}
