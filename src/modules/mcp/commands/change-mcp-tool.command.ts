import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { McpToolSettings } from '../domain/mcp-server.events.js';
import { ServerViews, type ToolView } from '../queries/server-views.js';
import { OwnMcpServers } from './own-mcp-servers.js';

/** What is changed about a tool. A name of null is made of that of the workflow. */
export type McpToolChanges = Partial<Omit<McpToolSettings, 'name'>> & { readonly name?: string | null };

/** Changes what is given. */
export class ChangeMcpTool extends Command<ToolView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly tool: { readonly serverId: string; readonly toolId: string },
    readonly changes: McpToolChanges,
  ) {
    super();
  }
}

@CommandHandler(ChangeMcpTool)
export class ChangeMcpToolHandler implements ICommandHandler<ChangeMcpTool> {
  constructor(
    private readonly own: OwnMcpServers,
    private readonly views: ServerViews,
  ) {}

  async execute({ caller, meta, tool: { serverId, toolId }, changes: { name, ...others } }: ChangeMcpTool): Promise<ToolView> {
    const server = await this.own.reach(caller, serverId, 'write');
    const isNameChosen = name !== null;
    const named = name === undefined ? {} : { name: name ?? (await this.own.derivedName(server, toolId)) };
    await this.own.decide(server, meta, { type: 'change-tool', toolId, changes: { ...others, ...named }, isNameChosen });
    return this.views.toolOf(serverId, ({ id }) => id === toolId);
  }
}
