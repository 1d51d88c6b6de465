import { defineProjection, when } from '#ledger/rows/projection.js';
import {
  McpConnectionAuthorized,
  McpConnectionChanged,
  McpConnectionDeleted,
  McpConnectionRegistered,
  McpToolsRefreshed,
} from '../domain/mcp-connection.events.js';
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
    when(McpConnectionRegistered, ({ streamId: id, payload: { at, oauth = null, ...settings } }) => [
      mcpConnectionModel.add({ id, ...settings, oauth, authorizedAt: null, ...unasked, createdAt: at, updatedAt: at }),
    ]),
    when(McpConnectionChanged, ({ streamId: id, payload: { at, ...changes } }) => [
      mcpConnectionModel.patch({ id, ...changes, ...(changes.oauth === undefined ? {} : { authorizedAt: null }), updatedAt: at }),
    ]),
    when(McpToolsRefreshed, ({ streamId: id, payload: { at, ...offered } }) => [
      mcpConnectionModel.patch({ id, ...offered, refreshedAt: at }),
    ]),
    when(McpConnectionAuthorized, ({ streamId: id, payload: { at } }) => [mcpConnectionModel.patch({ id, authorizedAt: at })]),
    when(McpConnectionDeleted, ({ streamId: id }) => [mcpConnectionModel.remove({ id })]),
    when(McpToolsPinned, ({ payload: { workflowId, version, tools } }) => [mcpPinModel.add({ workflowId, version, tools })]),
  ],
});
