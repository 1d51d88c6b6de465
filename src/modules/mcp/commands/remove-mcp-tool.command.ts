import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { OwnMcpServers } from './own-mcp-servers.js';

/** Takes a tool off an MCP server. The workflow stays as it is. */
export class RemoveMcpTool extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly tool: { readonly serverId: string; readonly toolId: string },
  ) {
    super();
  }
}

@CommandHandler(RemoveMcpTool)
export class RemoveMcpToolHandler implements ICommandHandler<RemoveMcpTool> {
  constructor(private readonly own: OwnMcpServers) {}

  async execute({ caller, meta, tool: { serverId, toolId } }: RemoveMcpTool): Promise<void> {
    await this.own.decide(await this.own.reach(caller, serverId, 'write'), meta, { type: 'remove-tool', toolId });
  }
}
