import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import { type Caller, includesRole } from '#kernel/caller.js';
import { forbidden } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { workspace } from '../../domain/workspaces/workspace.decider.js';
import { workspaceStream } from '../../domain/workspaces/workspace.events.js';
import { IdentityViews } from '../../queries/identity-views.js';
import type { WorkspaceView } from '../../projections/views.js';

/** The caller becomes the owner. Without an organization it is the first one that the caller administers. */
export class CreateWorkspace extends Command<WorkspaceView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workspace: { readonly name: string; readonly organizationId?: string | undefined },
  ) {
    super();
  }
}

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
    const command = { type: 'create', name, organizationId: home, ownerId: caller.userId } as const;
    await decide(this.store, on(workspaceStream.at(id, id), workspace, command), { meta });
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
