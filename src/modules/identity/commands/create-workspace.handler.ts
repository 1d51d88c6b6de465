import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { forbidden } from '#kernel/errors.js';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { includesRole, type Caller } from '#kernel/caller.js';
import { Ids } from '#kernel/ids.js';
import { workspace } from '../domain/workspace.decider.js';
import { IdentityViews } from '../queries/identity-views.js';
import type { WorkspaceView } from '../queries/views.js';
import { ledgerStream } from './stream.js';
import { CreateWorkspace } from './create-workspace.command.js';

@CommandHandler(CreateWorkspace)
export class CreateWorkspaceHandler implements ICommandHandler<CreateWorkspace> {
  constructor(
    private readonly store: EventStore,
    private readonly ids: Ids,
    private readonly views: IdentityViews,
  ) {}

  async execute({ caller, meta, workspace: { name, organizationId } }: CreateWorkspace): Promise<WorkspaceView> {
    const home = organizationId ?? firstAdministered(caller);
    await this.#requireRightToCreate(caller, home);
    const id = this.ids.next();
    await handle(this.store, workspace, ledgerStream(id, id), {
      command: { type: 'create', name, organizationId: home, ownerId: caller.userId },
      meta,
    });
    return this.views.getWorkspace(id);
  }

  async #requireRightToCreate(caller: Caller, organizationId: string | null): Promise<void> {
    if (organizationId !== null && administers(caller, organizationId)) return;
    if (!caller.isOperator) throw forbidden();
    if (organizationId !== null) await this.views.getOrganization(organizationId);
  }
}

function administers(caller: Caller, organizationId: string): boolean {
  const role = caller.roleIn(organizationId);
  return role !== undefined && includesRole(role, 'admin');
}

function firstAdministered(caller: Caller): string | null {
  return [...caller.organizations.keys()].find((organizationId) => administers(caller, organizationId)) ?? null;
}
