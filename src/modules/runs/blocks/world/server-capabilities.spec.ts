import { describe, expect, it } from '@jest/globals';
import { InfrastructureFault } from '#kernel/errors.js';
import { Mcp, type McpServers } from '#blocks/ports/mcp.js';
import { McpTools } from '../../ports/mcp-tools.js';
import { ServerCapabilities } from './server-capabilities.js';

const outage = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

class LostTools extends McpTools {
  of(): McpServers {
    return { tool: () => Promise.reject(outage), call: () => Promise.reject(outage) };
  }

  refusals(): ReturnType<McpTools['refusals']> {
    return Promise.resolve(new Map());
  }
}

const run = { workspaceId: 'w', workflowId: 'wf', callChain: [], executionId: 'e', userId: 'u', accountId: 'a' };

describe('the MCP servers of a run', () => {
  it('report a lost database as a fault of the infrastructure', async () => {
    const unused = undefined as never;
    const tools = new LostTools();
    const all = new ServerCapabilities(unused, unused, unused, unused, unused, unused, unused, unused, tools, unused);
    const servers = all.of(Mcp, run);
    await expect(servers.tool({} as never)).rejects.toThrow(InfrastructureFault);
    await expect(servers.call({} as never)).rejects.toThrow(InfrastructureFault);
  });
});
