import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { EventStore, StreamConflict, type StreamAppend } from '#ledger/events/event-store.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { requireRemovalFromOrganization } from '../../domain/authority.js';
import { organization, successorOf } from '../../domain/organizations/organization.decider.js';
import { workspace } from '../../domain/workspaces/workspace.decider.js';
import { IdentityViews } from '../../queries/identity-views.js';
import { type MadeKey, MadeKeys } from '../../queries/keys/made-keys.js';
import { ledgerStream, loaded } from '../stream.js';

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

const tries = 25;

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

  async #remove(removal: RemoveOrganizationMember): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const streams = await this.#decide(removal);
      try {
        return await this.store.append({ streams });
      } catch (error) {
        if (!(error instanceof StreamConflict) || attempt >= tries) throw error;
      }
    }
  }

  /** The membership ends together with whatever the member is in the workspaces of the organization. */
  async #decide({ caller, meta, organizationId, userId }: RemoveOrganizationMember): Promise<readonly StreamAppend[]> {
    const stream = ledgerStream(organizationId);
    const { state, position } = await loaded(this.store, organization, stream);
    const events = organization.decide({ type: 'remove-member', userId }, state);
    const successorId = successorOf(userId, state, caller.userId);
    const streams: StreamAppend[] = [{ ...stream, expected: position, events, meta }];
    for (const workspaceId of await this.#workspacesOf(organizationId, userId)) {
      const place = ledgerStream(workspaceId, workspaceId);
      const found = await loaded(this.store, workspace, place);
      const ended = found.state.status === 'active' ? workspace.decide({ type: 'dismiss', userId, successorId }, found.state) : [];
      if (ended.length > 0) streams.push({ ...place, expected: found.position, events: ended, meta });
    }
    return streams;
  }

  async #workspacesOf(organizationId: string, userId: string): Promise<readonly string[]> {
    const text = `select id from workspace w where organization_id = $1
      and (owner_id = $2 or exists (select from workspace_member where workspace_id = w.id and user_id = $2))`;
    const { rows } = await this.pool.query<{ id: string }>(text, [organizationId, userId]);
    return rows.map(({ id }) => id);
  }
}
