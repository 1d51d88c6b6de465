import { queryOptions } from '@tanstack/react-query';
import { api } from './client.js';
import { keys } from './keys.js';

export type { McpServer, WorkflowServer } from '@sluice/client';

/** Servers that the workspace offers: its workflows are their tools. */
export const offeredServersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...keys.mcp(workspaceId), 'offered'],
    queryFn: async ({ signal }) => (await api.workflowServers.list({ workspaceId }, { signal })).data.servers,
  });

export const offeredToolsQuery = (workspaceId: string, serverId: string) =>
  queryOptions({
    queryKey: [...keys.mcp(workspaceId), 'offered tools', serverId],
    queryFn: async ({ signal }) => (await api.workflowTools.list(serverId, { signal })).data.tools,
  });

/** Servers elsewhere whose tools blocks and agents of the workspace call. */
export const usedServersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...keys.mcp(workspaceId), 'used'],
    queryFn: async ({ signal }) => (await api.mcpServers.list({ workspaceId }, { signal })).data,
  });

export const usedToolsQuery = (workspaceId: string, serverId: string) =>
  queryOptions({
    queryKey: [...keys.mcp(workspaceId), 'used tools', serverId],
    queryFn: async ({ signal }) => (await api.mcpServers.tools(serverId, { signal })).data,
  });
