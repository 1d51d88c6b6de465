import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { requireReach } from '#kernel/caller.js';
import { workspace } from '../domain/workspace.decider.js';
import { IdentityViews } from '../queries/identity-views.js';
import type { WorkspaceMemberView } from '../queries/views.js';
import { ledgerStream } from './stream.js';
import { AddWorkspaceMember } from './add-workspace-member.command.js';

@CommandHandler(AddWorkspaceMember)
export class AddWorkspaceMemberHandler implements ICommandHandler<AddWorkspaceMember> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
  ) {}

  async execute({ caller, meta, workspaceId, member: { email, permission } }: AddWorkspaceMember): Promise<WorkspaceMemberView> {
    requireReach(caller, workspaceId, 'admin', 'Workspace');
    const user = await this.views.getUserByEmail(email);
    const command = { type: 'add-member', userId: user.id, permission } as const;
    await handle(this.store, workspace, ledgerStream(workspaceId, workspaceId), { command, meta });
    return { userId: user.id, email, permission };
  }
}
