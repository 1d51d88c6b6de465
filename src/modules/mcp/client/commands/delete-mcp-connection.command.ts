import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { decide, on } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { mcpConnection } from '../domain/mcp-connection.decider.js';
import { mcpConnectionStream } from '../domain/mcp-connection.events.js';
import { McpConnectionRows } from '../queries/mcp-connection-rows.js';
import { OwnMcpConnections } from '../queries/own-mcp-connections.js';
import { McpGrants } from '../../store/grants/mcp-grants.js';

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
    private readonly grants: McpGrants,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, id }: DeleteMcpConnection): Promise<void> {
    const { workspaceId } = await this.own.reach(caller, id, 'admin');
    await this.#delete(id, workspaceId, meta);
  }

  /** Deletes the registrations of deleted workspaces. */
  async forgetEnded(): Promise<void> {
    for (const { id, workspaceId } of await this.rows.ofDeletedWorkspaces(mostAtOnce)) await this.#delete(id, workspaceId, {});
    await this.grants.tidy();
  }

  async #delete(id: string, workspaceId: string, meta: EventMeta): Promise<void> {
    const command = { type: 'delete', at: this.clock.iso() } as const;
    await decide(this.store, on(mcpConnectionStream.at(id, workspaceId), mcpConnection, command), { meta });
    await this.grants.forget(id);
  }
}
