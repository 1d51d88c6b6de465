import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide } from '#ledger/events/decide.js';
import { type Caller, type Permission, requireReach } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { workspace } from '../../domain/workspaces/workspace.decider.js';
import { workspaceStream } from '../../domain/workspaces/workspace.events.js';
import { unprovedAddress } from '../../domain/users/user.errors.js';
import { IdentityViews } from '../../queries/identity-views.js';
import { Invitations } from '../../queries/organizations/invitations.js';
import type { WorkspaceMemberView } from '../../projections/views.js';
import { hasProvedAddress } from '../has-proved-address.js';

/** The user must be known to this server already. */
export class AddWorkspaceMember extends Command<WorkspaceMemberView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workspaceId: string,
    readonly member: { readonly email: string; readonly permission: Permission },
  ) {
    super();
  }
}

@CommandHandler(AddWorkspaceMember)
export class AddWorkspaceMemberHandler implements ICommandHandler<AddWorkspaceMember> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
    private readonly invitations: Invitations,
  ) {}

  async execute({ caller, meta, workspaceId, member: { email, permission } }: AddWorkspaceMember): Promise<WorkspaceMemberView> {
    requireReach(caller, workspaceId, 'admin', 'Workspace');
    const user = await this.views.getUserByEmail(email);
    const { organizationId } = await this.views.getWorkspace(workspaceId);
    const isColleague = organizationId !== null && (await this.invitations.isMember(organizationId, email));
    await decide(
      this.store,
      async (unit) => {
        if (!isColleague && !(await hasProvedAddress(unit, user.id))) throw unprovedAddress(email);
        const command = { type: 'add-member', userId: user.id, permission } as const;
        await unit.on(workspaceStream.at(workspaceId, workspaceId), workspace, () => [command]);
      },
      { meta },
    );
    return { userId: user.id, email, permission };
  }
}
