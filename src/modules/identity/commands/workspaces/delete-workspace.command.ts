import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import type { EventMeta } from '#kernel/event.js';
import { workspace } from '../../domain/workspaces/workspace.decider.js';
import { workspaceStream } from '../../domain/workspaces/workspace.events.js';

/** Ends all access to the workspace and to everything in it. Its history stays. The route decides access, see `@Scope`. */
export class DeleteWorkspace extends Command<void> {
  constructor(
    readonly meta: EventMeta,
    readonly workspaceId: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteWorkspace)
export class DeleteWorkspaceHandler implements ICommandHandler<DeleteWorkspace> {
  constructor(private readonly store: EventStore) {}

  async execute({ meta, workspaceId }: DeleteWorkspace): Promise<void> {
    await decide(this.store, on(workspaceStream.at(workspaceId, workspaceId), workspace, { type: 'delete' }), { meta });
  }
}
