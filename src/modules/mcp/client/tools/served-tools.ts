import { Injectable } from '@nestjs/common';
import type { McpServers } from '#blocks/ports/mcp.js';
import type { RunIdentity } from '#blocks/ports/run-identity.js';
import { mcpUseKey, type McpUse } from '#blocks/review/mcp-uses.js';
import { McpTools } from '#modules/runs/index.js';
import { McpFailure } from '../connection/mcp-failure.js';
import { NamedTools } from './named-tools.js';
import { RunMcp } from './run-mcp.js';

/** The tools of MCP servers that runs and documents name. */
@Injectable()
export class ServedTools extends McpTools {
  constructor(
    private readonly runs: RunMcp,
    private readonly found: NamedTools,
  ) {
    super();
  }

  of(run: RunIdentity): McpServers {
    return this.runs.of(run);
  }

  async refusals(uses: readonly McpUse[], workspaceId: string): Promise<ReadonlyMap<string, string>> {
    const byKey = new Map(uses.map((use) => [mcpUseKey(use), use]));
    const checked = await Promise.all(
      [...byKey].map(async ([key, use]) => {
        const found = await this.found.of(workspaceId, use);
        return found instanceof McpFailure ? [[key, found.message] as const] : [];
      }),
    );
    return new Map(checked.flat());
  }
}
