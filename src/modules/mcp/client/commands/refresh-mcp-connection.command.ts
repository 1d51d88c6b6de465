import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { decide, on } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { mcpConnection } from '../domain/mcp-connection.decider.js';
import { mcpConnectionStream, type ToolDigests } from '../domain/mcp-connection.events.js';
import { OwnMcpConnections } from '../queries/own-mcp-connections.js';
import { digestOf } from '../tools/tool-digest.js';
import { ToolLists } from '../tools/tool-lists.js';

export interface Refreshed {
  readonly protocolVersion: string;
  readonly toolCount: number;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** Asks a server for its tools, and records what has changed. */
export class RefreshMcpConnection extends Command<Refreshed> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(RefreshMcpConnection)
export class RefreshMcpConnectionHandler implements ICommandHandler<RefreshMcpConnection> {
  constructor(
    private readonly store: EventStore,
    private readonly own: OwnMcpConnections,
    private readonly lists: ToolLists,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, id }: RefreshMcpConnection): Promise<Refreshed> {
    const row = await this.own.reach(caller, id, 'write');
    const { protocolVersion, tools: offered } = await this.lists.ask(row);
    const tools: ToolDigests = Object.fromEntries(offered.map((tool) => [tool.name, digestOf(tool)]));
    const command = { type: 'refresh', protocolVersion, tools, at: this.clock.iso() } as const;
    await decide(this.store, on(mcpConnectionStream.at(id, row.workspaceId), mcpConnection, command), { meta });
    return { protocolVersion, toolCount: offered.length, ...changesBetween(row.tools ?? {}, tools) };
  }
}

function changesBetween(before: Readonly<ToolDigests>, now: ToolDigests): Pick<Refreshed, 'added' | 'changed' | 'removed'> {
  const names = Object.keys(now);
  return {
    added: names.filter((name) => !Object.hasOwn(before, name)),
    changed: names.filter((name) => Object.hasOwn(before, name) && before[name] !== now[name]),
    removed: Object.keys(before).filter((name) => !Object.hasOwn(now, name)),
  };
}
