import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { decide } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { mcpConnection } from '../domain/mcp-connection.decider.js';
import { mcpConnectionStream } from '../domain/mcp-connection.events.js';
import type { McpConnectionRow } from '../queries/mcp-connection-rows.js';
import { nameConflict, OwnMcpConnections } from '../queries/own-mcp-connections.js';
import { TokenRevocations } from '../oauth/token-revocations.js';
import { readConnection, type ConnectionInput } from './connection-input.js';

/** Changes what is given. The address stays: another server is another registration. */
export class ChangeMcpConnection extends Command<McpConnectionRow> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly id: string,
    readonly changes: ConnectionInput,
  ) {
    super();
  }
}

@CommandHandler(ChangeMcpConnection)
export class ChangeMcpConnectionHandler implements ICommandHandler<ChangeMcpConnection> {
  constructor(
    private readonly store: EventStore,
    private readonly own: OwnMcpConnections,
    private readonly revocations: TokenRevocations,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, id, changes: written }: ChangeMcpConnection): Promise<McpConnectionRow> {
    const before = await this.own.reach(caller, id, 'write');
    const changes = readConnection(written, before.authType);
    const command = { type: 'change', changes, at: this.clock.iso() } as const;
    const stream = mcpConnectionStream.at(id, before.workspaceId);
    await decide(
      this.store,
      async (unit) => {
        const { events } = await unit.on(stream, mcpConnection, () => [command]);
        const hasOther = events.some(({ type, payload }) => type === 'mcp-connection.changed' && payload.oauth !== undefined);
        if (hasOther) unit.write(await this.revocations.of(before, 'changed', meta));
      },
      { meta },
    ).catch((error: unknown) => {
      throw nameConflict(error);
    });
    await this.revocations.announce(id, meta);
    return this.own.view(id);
  }
}
