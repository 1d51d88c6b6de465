import { defineEvent } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

/** A tool as it was described when the version was deployed. */
export type PinnedTool = {
  connectionId: string;
  tool: string;
  digest: string;
};

/** The tools that a new version of a workflow uses. In the append of the deployment. */
export const McpToolsPinned = defineEvent('mcp-tools.pinned')<{ workflowId: string; version: number; tools: PinnedTool[]; at: string }>();

export const mcpPinsEvents = [McpToolsPinned] as const;
export const mcpPinsStream = defineStream('mcp-tools', 'ledger', mcpPinsEvents);
