import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Clock } from '#kernel/clock.js';
import { DomainError } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { decide, on } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { Logger } from '#host/logging/logger.js';
import type { Tokens } from '../../store/grants/mcp-grants.js';
import { mcpConnection } from '../domain/mcp-connection.decider.js';
import { mcpConnectionStream, type RevocationOutcome, type RevocationReason } from '../domain/mcp-connection.events.js';
import type { McpConnectionRow } from '../queries/mcp-connection-rows.js';
import { OauthExchange } from './oauth-exchange.js';

/** For both tokens together, with the search for their authorization server. */
const longestMs = 15_000;

/**
 * Revokes tokens at their authorization server when they do not count here any more. No request waits for it. A failure is recorded, and the revocation is
 * not repeated.
 */
@Injectable()
export class TokenRevocations implements BeforeApplicationShutdown {
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(
    private readonly store: EventStore,
    private readonly exchange: OauthExchange,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** @param row the registration as it was when the tokens were obtained */
  begin(row: McpConnectionRow, tokens: Tokens | undefined, { reason, meta }: { reason: RevocationReason; meta: EventMeta }): void {
    if (tokens === undefined) return;
    const running = this.#revoke(row, tokens, { reason, meta })
      .catch((error: unknown) =>
        this.logger.error({ err: error, connectionId: row.id }, 'The revocation of tokens of an MCP server is not recorded'),
      )
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Those that run are ended and recorded as failed. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }

  async #revoke(row: McpConnectionRow, tokens: Tokens, { reason, meta }: { reason: RevocationReason; meta: EventMeta }): Promise<void> {
    const outcome = await this.#outcome(row, tokens);
    const command = { type: 'tell-revocation', reason, outcome, at: this.clock.iso() } as const;
    await decide(this.store, on(mcpConnectionStream.at(row.id, row.workspaceId), mcpConnection, command), { meta });
  }

  async #outcome(row: McpConnectionRow, tokens: Tokens): Promise<RevocationOutcome> {
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(longestMs)]);
    try {
      return await this.exchange.revoke(row, tokens, signal);
    } catch (error) {
      const isExplained = !signal.aborted && error instanceof DomainError;
      const reason = isExplained ? error.message : 'The server stops, or the time has run out';
      this.logger.warn({ connectionId: row.id, reason }, 'The tokens of an MCP server could not be revoked');
      return 'failed';
    }
  }
}
