import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { decide } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { requireRemovalFromOrganization } from '../../domain/authority.js';
import { organization, successorOf } from '../../domain/organizations/organization.decider.js';
import { workspace } from '../../domain/workspaces/workspace.decider.js';
import { organizationStream } from '../../domain/organizations/organization.events.js';
import { workspaceStream } from '../../domain/workspaces/workspace.events.js';
import { IdentityViews } from '../../queries/identity-views.js';
import { type MadeKey, MadeKeys } from '../../queries/keys/made-keys.js';

/**
 * What the role gave in the workspaces of the organization ends at once, and so do the memberships there. Workspaces that the member
 * owned become those of the owner who removes them, else of the owner who came first.
 */
export class RemoveOrganizationMember extends Command<readonly MadeKey[]> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly organizationId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveOrganizationMember)
export class RemoveOrganizationMemberHandler implements ICommandHandler<RemoveOrganizationMember> {
  constructor(
    private readonly store: EventStore,
    private readonly pool: Pool,
    private readonly views: IdentityViews,
    private readonly keys: MadeKeys,
  ) {}

  async execute(removal: RemoveOrganizationMember): Promise<readonly MadeKey[]> {
    const { caller, organizationId, userId } = removal;
    requireRemovalFromOrganization(caller, organizationId, userId);
    await this.views.getOrganization(organizationId);
    return this.keys.endedBy(userId, organizationId, () => this.#remove(removal));
  }

  /** The membership ends together with every membership and ownership in the workspaces of the organization. */
  #remove({ caller, meta, organizationId, userId }: RemoveOrganizationMember): Promise<void> {
    return decide(
      this.store,
      async (unit) => {
        const removal = { type: 'remove-member', userId } as const;
        const { before } = await unit.on(organizationStream.at(organizationId), organization, () => [removal]);
        const dismissal = { type: 'dismiss', userId, successorId: successorOf(userId, before, caller.userId) } as const;
        for (const workspaceId of await this.#workspacesOf(organizationId, userId)) {
          const stream = workspaceStream.at(workspaceId, workspaceId);
          await unit.on(stream, workspace, ({ status }) => (status === 'active' ? [dismissal] : []));
        }
      },
      { meta },
    );
  }

  async #workspacesOf(organizationId: string, userId: string): Promise<readonly string[]> {
    const text = `select id from workspace w where organization_id = $1
      and (owner_id = $2 or exists (select from workspace_member where workspace_id = w.id and user_id = $2))`;
    const { rows } = await this.pool.query<{ id: string }>(text, [organizationId, userId]);
    return rows.map(({ id }) => id);
  }
}
