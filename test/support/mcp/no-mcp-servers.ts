import { notFound, type DomainError } from '#kernel/errors.js';
import type { McpServers } from '../../../src/blocks/ports/mcp.js';

/** A workspace without MCP servers. */
export const noMcpServers: McpServers = {
  tool: ({ server }) => Promise.reject(absent(server)),
  call: ({ server }) => Promise.reject(absent(server)),
};

function absent(server: string): DomainError {
  return notFound(`MCP server ${server}`);
}
