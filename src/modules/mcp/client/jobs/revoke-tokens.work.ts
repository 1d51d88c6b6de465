import { Injectable } from '@nestjs/common';
import { Logger } from '#host/logging/logger.js';
import { Clock } from '#kernel/clock.js';
import { DomainError } from '#kernel/errors.js';
import { decide, on } from '#ledger/events/decide.js';
import { EventStore, type Lease } from '#ledger/events/event-store.js';
import { WorkHandler, type HeldWork, type WorkOutcome } from '#ledger/work/work-handler.js';
import { workItem } from '#ledger/work/work-item.js';
import { WorkQueue, type ClaimedItem } from '#ledger/work/work-queue.js';
import { McpRevocations } from '../../store/grants/mcp-revocations.js';
import { mcpConnection } from '../domain/mcp-connection.decider.js';
import { mcpConnectionStream } from '../domain/mcp-connection.events.js';
import { OauthExchange } from '../oauth/oauth-exchange.js';
import type { RevocationAnswer } from '../oauth/revoke-tokens.js';
import { revocationWork, revocationWorkKind, type Revocation } from '../oauth/token-revocations.js';

/** For both tokens together, with the search for their authorization server. */
const longestMs = 15_000;
/** With pauses of 10 s, 50 s and so on, the last attempt is 11 hours after the first one. */
const mostAttempts = 7;
const [firstPauseMs, pauseGrowth] = [10_000, 5];

/**
 * Revokes tokens at their authorization server, and records the result. A failure is repeated with longer and longer pauses. After the last attempt the
 * result is a failure, and the tokens are forgotten.
 */
@Injectable()
export class RevokeTokensWork extends WorkHandler {
  readonly kind = revocationWorkKind;

  constructor(
    private readonly store: EventStore,
    private readonly revocations: McpRevocations,
    private readonly exchange: OauthExchange,
    private readonly queue: WorkQueue,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
  }

  async work({ item, lost, draining }: HeldWork): Promise<WorkOutcome> {
    const lease = { itemId: item.id, fence: item.fence };
    const stored = await this.revocations.find(item.id);
    if (stored === undefined) return this.#forget(item, lease);
    const revocation = JSON.parse(stored.text) as Revocation;
    const attempts = stored.attempts + 1;
    const answer = await this.#asked(revocation, AbortSignal.any([lost, draining, AbortSignal.timeout(longestMs)]));
    if (answer.isPassing && draining.aborted) return 'released';
    if (answer.isPassing && attempts < mostAttempts) return this.#putOff(item, lease, attempts);
    return this.#tell(item, lease, { revocation, attempts, outcome: answer.outcome });
  }

  async #asked({ connection, tokens }: Revocation, signal: AbortSignal): Promise<RevocationAnswer> {
    try {
      return await this.exchange.revoke(connection, tokens, signal);
    } catch (error) {
      const isExplained = !signal.aborted && error instanceof DomainError;
      const reason = isExplained ? error.message : 'The server stops, or the time has run out';
      this.logger.warn({ connectionId: connection.id, reason }, 'The tokens of an MCP server could not be revoked');
      return { outcome: 'failed', isPassing: true };
    }
  }

  async #putOff(item: ClaimedItem, lease: Lease, attempts: number): Promise<WorkOutcome> {
    const dueAt = new Date(this.clock.now().getTime() + firstPauseMs * pauseGrowth ** (attempts - 1));
    const later = this.queue.schedule(revocationWork(item.id, item.streamId, item.workspaceId), dueAt, item.fence);
    this.logger.info({ connectionId: item.streamId, attempts, dueAt }, 'The revocation of tokens of an MCP server will be repeated');
    await this.store.append({
      streams: [],
      writes: [workItem.remove({ id: item.id }), this.revocations.failed(item.id, attempts), later],
      lease,
    });
    return 'finished';
  }

  async #tell(
    item: ClaimedItem,
    lease: Lease,
    { revocation, attempts, outcome }: { revocation: Revocation; attempts: number; outcome: RevocationAnswer['outcome'] },
  ): Promise<WorkOutcome> {
    const { connection, reason, meta } = revocation;
    const command = { type: 'tell-revocation', reason, outcome, attempts, at: this.clock.iso() } as const;
    const writes = [workItem.remove({ id: item.id }), this.revocations.end(item.id)];
    await decide(this.store, on(mcpConnectionStream.at(connection.id, connection.workspaceId), mcpConnection, command), {
      meta,
      writes,
      lease,
    });
    return 'finished';
  }

  /** The tokens are gone, or the present keys do not open them. */
  async #forget({ id }: ClaimedItem, lease: Lease): Promise<WorkOutcome> {
    await this.store.append({ streams: [], writes: [workItem.remove({ id }), this.revocations.end(id)], lease });
    return 'finished';
  }
}
