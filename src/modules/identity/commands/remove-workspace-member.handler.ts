import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { requireRemovalFromWorkspace } from '../domain/authority.js';
import { workspace } from '../domain/workspace.decider.js';
import { MadeKeys, type MadeKey } from '../queries/made-keys.js';
import { ledgerStream } from './stream.js';
import { RemoveWorkspaceMember } from './remove-workspace-member.command.js';

@CommandHandler(RemoveWorkspaceMember)
export class RemoveWorkspaceMemberHandler implements ICommandHandler<RemoveWorkspaceMember> {
  constructor(
    private readonly store: EventStore,
    private readonly keys: MadeKeys,
  ) {}

  async execute({ caller, meta, workspaceId, userId }: RemoveWorkspaceMember): Promise<readonly MadeKey[]> {
    requireRemovalFromWorkspace(caller, workspaceId, userId);
    const stream = ledgerStream(workspaceId, workspaceId);
    const removal = { command: { type: 'remove-member', userId }, meta } as const;
    return this.keys.endedBy(userId, workspaceId, () => handle(this.store, workspace, stream, removal));
  }
}
