import type { McpServers } from '#blocks/ports/mcp.js';
import type { McpUse } from '#blocks/review/mcp-uses.js';
import type { RunIdentity } from '#blocks/ports/run-identity.js';

/** The tools of the MCP servers that workspaces use. The module of MCP implements it. */
export abstract class McpTools {
  abstract of(run: RunIdentity): McpServers;

  /** Why tools cannot be used that a document names, by `mcpUseKey`; continues the name of the field. */
  abstract refusals(uses: readonly McpUse[], workspaceId: string): Promise<ReadonlyMap<string, string>>;
}
