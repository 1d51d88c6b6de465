import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { requireRemovalFromWorkspace } from '../../domain/authority.js';
import { workspace } from '../../domain/workspaces/workspace.decider.js';
import { workspaceStream } from '../../domain/workspaces/workspace.events.js';
import { type MadeKey, MadeKeys } from '../../queries/keys/made-keys.js';

/** The member's access ends at once, and with it that of the workspace keys that they made. */
export class RemoveWorkspaceMember extends Command<readonly MadeKey[]> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workspaceId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveWorkspaceMember)
export class RemoveWorkspaceMemberHandler implements ICommandHandler<RemoveWorkspaceMember> {
  constructor(
    private readonly store: EventStore,
    private readonly keys: MadeKeys,
  ) {}

  async execute({ caller, meta, workspaceId, userId }: RemoveWorkspaceMember): Promise<readonly MadeKey[]> {
    requireRemovalFromWorkspace(caller, workspaceId, userId);
    const removal = on(workspaceStream.at(workspaceId, workspaceId), workspace, { type: 'remove-member', userId });
    return this.keys.endedBy(userId, workspaceId, () => decide(this.store, removal, { meta }));
  }
}
