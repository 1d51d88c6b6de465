import { defineProjection, when } from '#ledger/rows/projection.js';
import { McpConnectionChanged, McpConnectionDeleted, McpConnectionRegistered, McpToolsRefreshed } from '../domain/mcp-connection.events.js';
import { McpToolsPinned } from '../domain/mcp-pins.events.js';
import { mcpConnectionModel, mcpPinModel } from './mcp-connection.entity.js';

const unasked = { protocolVersion: null, tools: null, refreshedAt: null };

/** The MCP servers that workspaces use, and the tools that deployed versions rely on. */
export const mcpConnectionProjection = defineProjection({
  name: 'mcp-connection',
  version: 1,
  mode: 'inline',
  models: [mcpConnectionModel, mcpPinModel],
  on: [
    when(McpConnectionRegistered, ({ streamId: id, payload: { at, ...settings } }) => [
      mcpConnectionModel.add({ id, ...settings, ...unasked, createdAt: at, updatedAt: at }),
    ]),
    when(McpConnectionChanged, ({ streamId: id, payload: { at, ...changes } }) => [
      mcpConnectionModel.patch({ id, ...changes, updatedAt: at }),
    ]),
    when(McpToolsRefreshed, ({ streamId: id, payload: { at, ...offered } }) => [
      mcpConnectionModel.patch({ id, ...offered, refreshedAt: at }),
    ]),
    when(McpConnectionDeleted, ({ streamId: id }) => [mcpConnectionModel.remove({ id })]),
    when(McpToolsPinned, ({ payload: { workflowId, version, tools } }) => [mcpPinModel.add({ workflowId, version, tools })]),
  ],
});
