import { Injectable } from '@nestjs/common';
import { Ids } from '#kernel/ids.js';
import { appendTo, type StreamAppend } from '#ledger/events/event-store.js';
import { mcpUseKey, mcpUses } from '#blocks/review/mcp-uses.js';
import { ToolPins } from '#modules/workflows/index.js';
import { McpFailure } from '../connection/mcp-failure.js';
import { McpToolsPinned, mcpPinsStream, type PinnedTool } from '../domain/mcp-pins.events.js';
import { NamedTools } from './named-tools.js';

type Pinning = Parameters<ToolPins['pin']>[0];

/** Keeps the digests of the tools of a new version. A server that does not answer is known by what it offered last. */
@Injectable()
export class PinnedTools extends ToolPins {
  constructor(
    private readonly found: NamedTools,
    private readonly ids: Ids,
  ) {
    super();
  }

  async pin({ workflowId, workspaceId, active, at, meta }: Pinning): Promise<readonly StreamAppend[]> {
    const byKey = new Map(mcpUses(active.document).map((use) => [mcpUseKey(use), use]));
    const found = await Promise.all([...byKey.values()].map((use) => this.found.of(workspaceId, use)));
    const tools = [...new Map(found.filter(isPin).map((pin) => [`${pin.connectionId} ${pin.tool}`, pin])).values()];
    if (tools.length === 0) return [];
    const events = [McpToolsPinned({ workflowId, version: active.version, tools, at })];
    return [appendTo(mcpPinsStream.at(this.ids.next(), workspaceId), { expected: 0, events, meta })];
  }
}

function isPin(found: PinnedTool | McpFailure | undefined): found is PinnedTool {
  return found !== undefined && !(found instanceof McpFailure);
}
