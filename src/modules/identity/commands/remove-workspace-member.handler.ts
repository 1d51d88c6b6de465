import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { requireReach } from '#kernel/caller.js';
import { workspace } from '../domain/workspace.decider.js';
import { ledgerStream } from './stream.js';
import { RemoveWorkspaceMember } from './remove-workspace-member.command.js';

@CommandHandler(RemoveWorkspaceMember)
export class RemoveWorkspaceMemberHandler implements ICommandHandler<RemoveWorkspaceMember> {
  constructor(private readonly store: EventStore) {}

  async execute({ caller, meta, workspaceId, userId }: RemoveWorkspaceMember): Promise<void> {
    requireReach(caller, workspaceId, 'admin', 'Workspace');
    await handle(this.store, workspace, ledgerStream(workspaceId, workspaceId), { command: { type: 'remove-member', userId }, meta });
  }
}
