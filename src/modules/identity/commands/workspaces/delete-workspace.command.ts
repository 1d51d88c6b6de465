import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { handle } from '#ledger/events/handle.js';
import { type Caller, requireReach } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { workspace } from '../../domain/workspaces/workspace.decider.js';
import { ledgerStream } from '../stream.js';

/** Nobody reaches the workspace, nor anything in it, from then on. Its history stays. */
export class DeleteWorkspace extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workspaceId: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteWorkspace)
export class DeleteWorkspaceHandler implements ICommandHandler<DeleteWorkspace> {
  constructor(private readonly store: EventStore) {}

  async execute({ caller, meta, workspaceId }: DeleteWorkspace): Promise<void> {
    requireReach(caller, workspaceId, 'admin', 'Workspace');
    await handle(this.store, workspace, ledgerStream(workspaceId, workspaceId), { command: { type: 'delete' }, meta });
  }
}
