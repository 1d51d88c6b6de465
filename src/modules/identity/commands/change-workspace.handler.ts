import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { requireAdminWithAnyKey } from '../domain/authority.js';
import { workspace, type WorkspaceCommand } from '../domain/workspace.decider.js';
import { IdentityViews } from '../queries/identity-views.js';
import { WorkspaceSuccessors } from '../queries/workspace-successors.js';
import type { WorkspaceView } from '../queries/views.js';
import { ledgerStream } from './stream.js';
import { ChangeWorkspace } from './change-workspace.command.js';

@CommandHandler(ChangeWorkspace)
export class ChangeWorkspaceHandler implements ICommandHandler<ChangeWorkspace> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
    private readonly successors: WorkspaceSuccessors,
  ) {}

  async execute({ caller, meta, workspaceId, changes }: ChangeWorkspace): Promise<WorkspaceView> {
    requireAdminWithAnyKey(caller, workspaceId);
    const { name, allowPersonalApiKeys: allowed, retentionDays: days, ownerId } = changes;
    if (ownerId !== undefined) await this.successors.require(caller, workspaceId, ownerId);
    const stream = ledgerStream(workspaceId, workspaceId);
    const command: WorkspaceCommand[] = [
      ...(name === undefined ? [] : [{ type: 'rename', name } as const]),
      ...(allowed === undefined ? [] : [{ type: 'allow-personal-keys', allowed } as const]),
      ...(ownerId === undefined ? [] : [{ type: 'change-owner', ownerId } as const]),
      ...(days === undefined ? [] : [{ type: 'change-retention', days } as const]),
    ];
    await handle(this.store, workspace, stream, { command, meta });
    return this.views.getWorkspace(workspaceId);
  }
}
