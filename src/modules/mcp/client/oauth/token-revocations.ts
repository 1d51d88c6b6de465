import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { EventStore } from '#ledger/events/event-store.js';
import type { Write } from '#ledger/rows/read-model.js';
import { Signals } from '#ledger/signals/signals.js';
import { WorkQueue, type NewWork } from '#ledger/work/work-queue.js';
import { workTopic } from '#ledger/work/worker-loop.js';
import { isOf, McpGrants, type Grant, type StoredGrant, type Tokens } from '../../store/grants/mcp-grants.js';
import { McpRevocations } from '../../store/grants/mcp-revocations.js';
import type { RevocationReason } from '../domain/mcp-connection.events.js';
import { McpConnectionRows, type McpConnectionRow } from '../queries/mcp-connection-rows.js';

export const revocationWorkKind = 'mcp-revocation';

/** Lower than the priority of workflow runs, because clients wait for runs. */
const priority = -1;

type Connection = Pick<McpConnectionRow, 'id' | 'workspaceId' | 'name' | 'url' | 'oauth'>;

/** Tokens that do not count here any more, and in whose name their revocation is recorded. */
export interface Revocation {
  /** As it was when the tokens were obtained. */
  readonly connection: Connection;
  readonly tokens: Tokens;
  readonly reason: RevocationReason;
  readonly meta: EventMeta;
}

/** The work item that revokes tokens. */
export function revocationWork(workId: string, connectionId: string, workspaceId: string): NewWork {
  return { id: workId, kind: revocationWorkKind, workspaceId, streamId: connectionId, priority };
}

/** Has tokens revoked at their authorization server that do not count here any more. No request waits for it. */
@Injectable()
export class TokenRevocations {
  constructor(
    private readonly store: EventStore,
    private readonly rows: McpConnectionRows,
    private readonly grants: McpGrants,
    private readonly revocations: McpRevocations,
    private readonly queue: WorkQueue,
    private readonly signals: Signals,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * The rows that forget the tokens of a registration here, and have them revoked: for the append after which they do not count. Call `announce` then.
   * @param connection as it is before
   */
  async of(connection: McpConnectionRow, reason: RevocationReason, meta: EventMeta): Promise<readonly Write[]> {
    const grant = await this.grants.stored<Connection>(connection.id);
    return grant === undefined ? [] : this.#ended(connection.id, grant, { former: connection, reason, meta });
  }

  /** @param id of the registration, whose tokens do not count from now on */
  async announce(id: string, meta: EventMeta): Promise<void> {
    this.signals.send(workTopic);
    await this.settle(id, meta);
  }

  /**
   * Keeps new tokens of a registration. They are revoked instead if it was deleted meanwhile, or has other settings. Those of a renewal are dropped
   * if a person has signed in meanwhile: to revoke them could end the tokens of that sign-in (RFC 7009, 2.1).
   * @param row as it was when they were asked for
   * @param former the grant that they renew
   * @returns whether they count
   */
  async keep(row: McpConnectionRow, tokens: Tokens, former?: Grant): Promise<boolean> {
    while (!(await this.grants.keep(connectionOf(row), tokens, former))) {
      if ((await this.settle(row.id)) !== 'kept') continue;
      if (former !== undefined && (await this.grants.of(row)) !== undefined) return false;
      await this.store.append({
        streams: [],
        writes: this.#revoked({ connection: connectionOf(row), tokens, reason: 'changed', meta: {} }),
      });
      this.signals.send(workTopic);
      return false;
    }
    return (await this.settle(row.id)) === 'kept';
  }

  /**
   * Has the kept tokens of a registration revoked if they do not count, because it is deleted or has other settings. A process may keep new tokens
   * while another process deletes the registration. Both call this method afterwards, so the later call finds the tokens.
   * @returns what was there: tokens that count, tokens that are ended now, or none
   */
  async settle(id: string, meta: EventMeta = {}): Promise<'kept' | 'ended' | 'none'> {
    // The grant is read first: one that is newer than the registration that was read would look like a former one.
    const grant = await this.grants.stored<Connection>(id);
    if (grant === undefined) return 'none';
    const row = await this.rows.find(id);
    if (row !== undefined && isOf(row, grant)) return 'kept';
    const reason = row === undefined ? 'deleted' : 'changed';
    await this.store.append({ streams: [], writes: this.#ended(id, grant, { former: row, reason, meta }) });
    this.signals.send(workTopic);
    return 'ended';
  }

  /** Settles the grants of deleted registrations. */
  async tidy(): Promise<void> {
    for (const id of await this.grants.ofDeleted()) await this.settle(id);
  }

  #ended(
    id: string,
    grant: StoredGrant<Connection>,
    { former, reason, meta }: { former: McpConnectionRow | undefined; reason: RevocationReason; meta: EventMeta },
  ): readonly Write[] {
    const forgotten = this.grants.forgotten(id, grant);
    if (grant.content === undefined) return [forgotten];
    const { connection = former !== undefined && isOf(former, grant) ? connectionOf(former) : undefined, ...tokens } = grant.content;
    return connection === undefined ? [forgotten] : [forgotten, ...this.#revoked({ connection, tokens, reason, meta })];
  }

  #revoked(revocation: Revocation): readonly Write[] {
    const { id, workspaceId } = revocation.connection;
    const workId = this.ids.next();
    const work = this.queue.add(revocationWork(workId, id, workspaceId), this.clock.now());
    return [this.revocations.add(workId, JSON.stringify(revocation)), work];
  }
}

function connectionOf({ id, workspaceId, name, url, oauth }: McpConnectionRow): Connection {
  return { id, workspaceId, name, url, oauth };
}
