import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { conflict } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { decide, on } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { mcpConnection } from '../domain/mcp-connection.decider.js';
import { mcpConnectionStream } from '../domain/mcp-connection.events.js';
import { OauthExchange, type AuthorizationAttempt } from '../oauth/oauth-exchange.js';
import { TokenRevocations } from '../oauth/token-revocations.js';
import { OwnMcpConnections } from '../queries/own-mcp-connections.js';

/** Begins the visit of a person to the authorization server. @returns where they go, and what the browser keeps meanwhile */
export class BeginMcpAuthorization extends Command<{
  readonly address: string;
  readonly workspaceId: string;
  readonly attempt: AuthorizationAttempt;
}> {
  constructor(
    readonly caller: Caller,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(BeginMcpAuthorization)
export class BeginMcpAuthorizationHandler implements ICommandHandler<BeginMcpAuthorization> {
  constructor(
    private readonly own: OwnMcpConnections,
    private readonly exchange: OauthExchange,
  ) {}

  async execute({
    caller,
    id,
  }: BeginMcpAuthorization): Promise<{ readonly address: string; readonly workspaceId: string; readonly attempt: AuthorizationAttempt }> {
    const row = await this.own.reach(caller, id, 'write');
    if (row.oauth?.grant !== 'authorization_code')
      throw conflict('CONFLICT', 'People sign in to servers of the authType oauth with the grant authorization_code');
    return { ...(await this.exchange.begin(row)), workspaceId: row.workspaceId };
  }
}

/**
 * Takes the answer of the authorization server, and keeps the tokens. Former ones end by themselves: many authorization servers count all sign-ins
 * of a person at a client as one grant, and would revoke the new tokens with them (RFC 7009, 2.1).
 */
export class FinishMcpAuthorization extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly id: string,
    readonly attempt: AuthorizationAttempt,
    /** What the authorization server has added to the address. */
    readonly answer: URLSearchParams,
  ) {
    super();
  }
}

@CommandHandler(FinishMcpAuthorization)
export class FinishMcpAuthorizationHandler implements ICommandHandler<FinishMcpAuthorization> {
  constructor(
    private readonly store: EventStore,
    private readonly own: OwnMcpConnections,
    private readonly exchange: OauthExchange,
    private readonly revocations: TokenRevocations,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, id, attempt, answer }: FinishMcpAuthorization): Promise<void> {
    const row = await this.own.reach(caller, id, 'write');
    const tokens = await this.exchange.finish(row, attempt, answer);
    if (!(await this.revocations.keep(row, tokens)))
      throw conflict('CONFLICT', 'The settings of the MCP server were changed during the sign-in: sign in again');
    const command = { type: 'authorize', at: this.clock.iso() } as const;
    await decide(this.store, on(mcpConnectionStream.at(id, row.workspaceId), mcpConnection, command), { meta });
  }
}
