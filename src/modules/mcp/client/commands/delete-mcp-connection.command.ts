import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { decide } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { mcpConnection } from '../domain/mcp-connection.decider.js';
import { mcpConnectionStream } from '../domain/mcp-connection.events.js';
import { TokenRevocations } from '../oauth/token-revocations.js';
import { McpConnectionRows, type McpConnectionRow } from '../queries/mcp-connection-rows.js';
import { OwnMcpConnections } from '../queries/own-mcp-connections.js';

export class DeleteMcpConnection extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly id: string,
  ) {
    super();
  }
}

const mostAtOnce = 100;

@CommandHandler(DeleteMcpConnection)
export class DeleteMcpConnectionHandler implements ICommandHandler<DeleteMcpConnection> {
  constructor(
    private readonly store: EventStore,
    private readonly own: OwnMcpConnections,
    private readonly rows: McpConnectionRows,
    private readonly revocations: TokenRevocations,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, id }: DeleteMcpConnection): Promise<void> {
    await this.#delete(await this.own.reach(caller, id, 'admin'), meta);
  }

  /** Deletes the registrations of deleted workspaces. */
  async forgetEnded(): Promise<void> {
    for (const { id } of await this.rows.ofDeletedWorkspaces(mostAtOnce)) {
      const row = await this.rows.find(id);
      if (row !== undefined) await this.#delete(row, {});
    }
    await this.revocations.tidy();
  }

  async #delete(row: McpConnectionRow, meta: EventMeta): Promise<void> {
    const command = { type: 'delete', at: this.clock.iso() } as const;
    const stream = mcpConnectionStream.at(row.id, row.workspaceId);
    await decide(
      this.store,
      async (unit) => {
        await unit.on(stream, mcpConnection, () => [command]);
        unit.write(await this.revocations.of(row, 'deleted', meta));
      },
      { meta },
    );
    await this.revocations.announce(row.id, meta);
  }
}
