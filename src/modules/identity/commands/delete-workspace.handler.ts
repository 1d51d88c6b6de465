import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { requireReach } from '#kernel/caller.js';
import { workspace } from '../domain/workspace.decider.js';
import { ledgerStream } from './stream.js';
import { DeleteWorkspace } from './delete-workspace.command.js';

@CommandHandler(DeleteWorkspace)
export class DeleteWorkspaceHandler implements ICommandHandler<DeleteWorkspace> {
  constructor(private readonly store: EventStore) {}

  async execute({ caller, meta, workspaceId }: DeleteWorkspace): Promise<void> {
    requireReach(caller, workspaceId, 'admin', 'Workspace');
    await handle(this.store, workspace, ledgerStream(workspaceId, workspaceId), { command: { type: 'delete' }, meta });
  }
}
