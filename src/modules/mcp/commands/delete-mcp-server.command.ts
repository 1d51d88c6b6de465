import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { McpServers } from '../store/mcp-servers.js';
import { OwnMcpServers } from './own-mcp-servers.js';

export class DeleteMcpServer extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly id: string,
  ) {
    super();
  }
}

const mostAtOnce = 100;

@CommandHandler(DeleteMcpServer)
export class DeleteMcpServerHandler implements ICommandHandler<DeleteMcpServer> {
  constructor(
    private readonly own: OwnMcpServers,
    private readonly servers: McpServers,
  ) {}

  async execute({ caller, meta, id }: DeleteMcpServer): Promise<void> {
    await this.own.decide(await this.own.reach(caller, id, 'admin'), meta, { type: 'delete' });
  }

  /** Deletes the servers of deleted workspaces. */
  async forgetEnded(): Promise<void> {
    for (const server of await this.servers.ofDeletedWorkspaces(mostAtOnce)) await this.own.decide(server, {}, { type: 'delete' });
  }
}
