import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { McpFailure } from '../connection/mcp-failure.js';
import { OwnMcpConnections } from '../queries/own-mcp-connections.js';
import { ToolLists } from '../tools/tool-lists.js';

export interface Tested {
  readonly ok: boolean;
  readonly latencyMs: number;
  readonly protocolVersion?: string;
  readonly serverName?: string;
  readonly toolCount?: number;
  readonly error?: string;
}

/** Asks a server whether it answers, also one that is left alone. */
export class TestMcpConnection extends Command<Tested> {
  constructor(
    readonly caller: Caller,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(TestMcpConnection)
export class TestMcpConnectionHandler implements ICommandHandler<TestMcpConnection> {
  constructor(
    private readonly own: OwnMcpConnections,
    private readonly lists: ToolLists,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, id }: TestMcpConnection): Promise<Tested> {
    const row = await this.own.reach(caller, id, 'write');
    const begun = this.clock.now().getTime();
    const latencyMs = (): number => this.clock.now().getTime() - begun;
    try {
      const { protocolVersion, serverName, tools } = await this.lists.ask(row);
      return { ok: true, latencyMs: latencyMs(), protocolVersion, serverName, toolCount: tools.length };
    } catch (error) {
      if (!(error instanceof McpFailure)) throw error;
      return { ok: false, latencyMs: latencyMs(), error: error.message };
    }
  }
}
