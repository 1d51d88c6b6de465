import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { decide, on } from '#ledger/events/decide.js';
import { PlanRooms } from '#ledger/work/rooms/plan-room.js';
import { EventStore } from '#ledger/events/event-store.js';
import { mcpConnection } from '../domain/mcp-connection.decider.js';
import { mcpConnectionStream } from '../domain/mcp-connection.events.js';
import type { McpConnectionRow } from '../queries/mcp-connection-rows.js';
import { nameConflict, OwnMcpConnections } from '../queries/own-mcp-connections.js';
import { readNewConnection, type ConnectionInput } from './connection-input.js';

export class RegisterMcpConnection extends Command<McpConnectionRow> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly details: ConnectionInput & { readonly workspaceId: string; readonly url: unknown },
  ) {
    super();
  }
}

@CommandHandler(RegisterMcpConnection)
export class RegisterMcpConnectionHandler implements ICommandHandler<RegisterMcpConnection> {
  constructor(
    private readonly store: EventStore,
    private readonly rooms: PlanRooms,
    private readonly own: OwnMcpConnections,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, details: { workspaceId, ...input } }: RegisterMcpConnection): Promise<McpConnectionRow> {
    const { url, settings } = readNewConnection(input);
    requireWorkspace(caller, workspaceId, 'write');
    await this.own.requireRoom(workspaceId);
    const id = this.ids.next();
    const command = { type: 'register', workspaceId, url, settings, at: this.clock.iso() } as const;
    await this.rooms.within(workspaceId, async (lease) => {
      await this.own.requireRoom(workspaceId);
      await decide(this.store, on(mcpConnectionStream.at(id, workspaceId), mcpConnection, command), { meta, lease }).catch(
        (error: unknown) => {
          throw nameConflict(error);
        },
      );
    });
    return this.own.view(id);
  }
}
