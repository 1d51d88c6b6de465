import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock.js';
import { Timers } from '#kernel/timers.js';
import { McpFailure } from '../connection/mcp-failure.js';
import type { McpConnectionRow } from '../queries/mcp-connection-rows.js';
import { longestRenewalMs, McpGrants, type Grant } from '../../store/grants/mcp-grants.js';
import { GrantWithdrawn } from './grant-withdrawn.js';
import { OauthExchange } from './oauth-exchange.js';
import { TokenRevocations } from './token-revocations.js';

/** A token is renewed this long before it ends, so that it lasts for the request. */
const earlyMs = 30_000;
const [lookMs, longestWaitMs] = [200, 25_000];

/** The access tokens with which MCP servers are asked. Processes share them. */
@Injectable()
export class OauthTokens {
  readonly #running = new Map<string, Promise<string>>();

  constructor(
    private readonly grants: McpGrants,
    private readonly exchange: OauthExchange,
    private readonly revocations: TokenRevocations,
    private readonly timers: Timers,
    private readonly clock: Clock,
  ) {}

  /** @param refused a token that the server does not accept any more @throws McpFailure */
  of(row: McpConnectionRow, refused?: string): Promise<string> {
    const key = `${row.id} ${row.updatedAt} ${refused ?? ''}`;
    const running = this.#running.get(key) ?? this.#of(row, refused).finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  async #of(row: McpConnectionRow, refused: string | undefined): Promise<string> {
    for (let waitedMs = 0; ; waitedMs += lookMs) {
      const grant = await this.grants.of(row);
      if (grant !== undefined && grant.accessToken !== refused && this.#lasts(grant)) return grant.accessToken;
      if (row.oauth?.grant === 'client_credentials') return this.#withCredentials(row, grant?.issuer);
      if (grant === undefined || grant.refreshToken === null) throw notAuthorized(row);
      if (await this.grants.claim(row.id, grant)) return this.#renewed(row, grant, grant.refreshToken);
      if (waitedMs >= longestWaitMs)
        throw new McpFailure('timeout', `The access token of the MCP server ${row.name} could not be renewed`, true);
      await this.timers.wait(lookMs, AbortSignal.timeout(longestWaitMs));
    }
  }

  async #renewed(row: McpConnectionRow, grant: Grant, refreshToken: string): Promise<string> {
    try {
      const signal = AbortSignal.timeout(longestRenewalMs);
      const tokens = await this.exchange.renewed(row, { ...grant, refreshToken }, signal);
      const present = (await this.revocations.keep(row, tokens, grant)) ? undefined : await this.grants.of(row);
      return (present ?? tokens).accessToken;
    } catch (error) {
      // Tokens that were withdrawn are not tried again: the person is asked. After every other refusal, such as of the client, they may count again.
      const isOver = error instanceof GrantWithdrawn;
      await (isOver ? this.grants.forget(row.id, grant) : this.grants.release(row.id, grant));
      throw isOver ? notAuthorized(row) : error;
    }
  }

  async #withCredentials(row: McpConnectionRow, former: string | undefined): Promise<string> {
    const tokens = await this.exchange.withCredentials(row, former);
    await this.revocations.keep(row, tokens);
    return tokens.accessToken;
  }

  #lasts({ expiresAtMs }: Grant): boolean {
    return expiresAtMs === null || expiresAtMs - earlyMs > this.clock.now().getTime();
  }
}

function notAuthorized({ name }: McpConnectionRow): McpFailure {
  return new McpFailure('denied', `The MCP server ${name} needs a person who signs in to it: choose Sign in for the server in the console`);
}
