import { DomainError, notFound } from '#kernel/errors.js';
import type { McpServers } from '#blocks/ports/mcp.js';

/** A server that is connected to no MCP server. */
export const noMcpServers: McpServers = {
  list: (server) => Promise.reject(absent(server)),
  call: ({ server }) => Promise.reject(absent(server)),
};

function absent(server: string): DomainError {
  return notFound(`MCP server ${server}`);
}
