import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { requirePolicy, type ModelPolicy } from '#kernel/models/model-policy.js';
import { requireAdminWithAnyKey } from '../../domain/authority.js';
import { workspace, type WorkspaceCommand } from '../../domain/workspaces/workspace.decider.js';
import { workspaceStream } from '../../domain/workspaces/workspace.events.js';
import { IdentityViews } from '../../queries/identity-views.js';
import type { WorkspaceView } from '../../projections/views.js';
import { WorkspaceSuccessors } from '../../queries/workspaces/workspace-successors.js';

/** Changes what is given. */
export class ChangeWorkspace extends Command<WorkspaceView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workspaceId: string,
    readonly changes: {
      readonly name?: string | undefined;
      readonly allowPersonalApiKeys?: boolean | undefined;
      readonly ownerId?: string | undefined;
      readonly retentionDays?: number | null | undefined;
      readonly modelPolicy?: ModelPolicy | null | undefined;
    },
  ) {
    super();
  }
}

@CommandHandler(ChangeWorkspace)
export class ChangeWorkspaceHandler implements ICommandHandler<ChangeWorkspace> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
    private readonly successors: WorkspaceSuccessors,
  ) {}

  async execute({ caller, meta, workspaceId, changes }: ChangeWorkspace): Promise<WorkspaceView> {
    requirePolicy(changes.modelPolicy);
    requireAdminWithAnyKey(caller, workspaceId);
    const { name, allowPersonalApiKeys: allowed, retentionDays: days, ownerId, modelPolicy: policy } = changes;
    const owner = ownerId === undefined ? undefined : await this.successors.require(caller, workspaceId, ownerId);
    const commands: WorkspaceCommand[] = [
      ...(name === undefined ? [] : [{ type: 'rename', name } as const]),
      ...(allowed === undefined ? [] : [{ type: 'allow-personal-keys', allowed } as const]),
      ...(owner === undefined ? [] : [{ type: 'change-owner', ...owner } as const]),
      ...(days === undefined ? [] : [{ type: 'change-retention', days } as const]),
      ...(policy === undefined ? [] : [{ type: 'change-model-policy', policy } as const]),
    ];
    await decide(this.store, on(workspaceStream.at(workspaceId, workspaceId), workspace, commands), { meta });
    return this.views.getWorkspace(workspaceId);
  }
}
