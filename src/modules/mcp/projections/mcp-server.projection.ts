import { defineProjection, when } from '#ledger/rows/projection.js';
import {
  McpServerChanged,
  McpServerCreated,
  McpServerDeleted,
  McpToolAdded,
  McpToolChanged,
  McpToolRemoved,
} from '../domain/mcp-server.events.js';
import { mcpServerModel, mcpToolModel } from './mcp-server.entity.js';

/** The MCP servers of workspaces and their tools. What a tool takes is in the active version of its workflow. */
export const mcpServerProjection = defineProjection({
  name: 'mcp-server',
  version: 1,
  mode: 'inline',
  models: [mcpServerModel, mcpToolModel],
  on: [
    when(McpServerCreated, ({ streamId: id, payload: { at, ...server } }) => [
      mcpServerModel.add({ id, ...server, createdAt: at, updatedAt: at }),
    ]),
    when(McpServerChanged, ({ streamId: id, payload: { at, ...changes } }) => [mcpServerModel.patch({ id, ...changes, updatedAt: at })]),
    when(McpServerDeleted, ({ streamId: id, payload: { toolIds } }) => [
      mcpServerModel.remove({ id }),
      ...toolIds.map((toolId) => mcpToolModel.remove({ id: toolId })),
    ]),
    when(McpToolAdded, ({ streamId: serverId, workspaceId, payload: { toolId: id, at, ...tool } }) => [
      mcpToolModel.add({ id, serverId, workspaceId: workspaceId ?? '', ...tool, createdAt: at, updatedAt: at }),
    ]),
    when(McpToolChanged, ({ payload: { toolId: id, at, ...changes } }) => [mcpToolModel.patch({ id, ...changes, updatedAt: at })]),
    when(McpToolRemoved, ({ payload: { toolId: id } }) => [mcpToolModel.remove({ id })]),
  ],
});
