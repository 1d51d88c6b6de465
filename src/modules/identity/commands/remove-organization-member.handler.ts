import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { EventStore, StreamConflict, type StreamAppend } from '#infrastructure/event-store/event-store.js';
import { requireRemovalFromOrganization } from '../domain/authority.js';
import { organization, successorOf } from '../domain/organization.decider.js';
import { workspace } from '../domain/workspace.decider.js';
import { IdentityViews } from '../queries/identity-views.js';
import { MadeKeys, type MadeKey } from '../queries/made-keys.js';
import { ledgerStream, loaded } from './stream.js';
import { RemoveOrganizationMember } from './remove-organization-member.command.js';

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
