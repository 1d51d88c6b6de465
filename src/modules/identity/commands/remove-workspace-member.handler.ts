import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { requireRemovalFromWorkspace } from '../domain/authority.js';
import { workspace } from '../domain/workspace.decider.js';
import { ledgerStream } from './stream.js';
import { RemoveWorkspaceMember } from './remove-workspace-member.command.js';

@CommandHandler(RemoveWorkspaceMember)
export class RemoveWorkspaceMemberHandler implements ICommandHandler<RemoveWorkspaceMember> {
  constructor(private readonly store: EventStore) {}

  async execute({ caller, meta, workspaceId, userId }: RemoveWorkspaceMember): Promise<void> {
    requireRemovalFromWorkspace(caller, workspaceId, userId);
    await handle(this.store, workspace, ledgerStream(workspaceId, workspaceId), { command: { type: 'remove-member', userId }, meta });
  }
}
