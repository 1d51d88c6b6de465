import { describe, it } from '@jest/globals';
import { given } from '../../../../../test/support/decider-spec.js';
import { mcpConnection } from './mcp-connection.decider.js';
import {
  McpConnectionAuthorized,
  McpConnectionChanged,
  McpConnectionDeleted,
  McpConnectionRegistered,
  McpTokensRevoked,
  McpToolsRefreshed,
} from './mcp-connection.events.js';

const at = '2026-02-10T12:00:00.000Z';
const settings = {
  name: 'weather',
  description: null,
  authType: 'headers' as const,
  headers: { Authorization: 'Bearer {{WEATHER_TOKEN}}' },
  timeoutMs: 30_000,
  retries: 3,
  isEnabled: true,
  pinsTools: true,
};
const place = { workspaceId: 'w', url: 'https://mcp.example.com/mcp' };
const registered = [McpConnectionRegistered({ ...place, ...settings, at })];
const offered = { protocolVersion: '2026-07-28', tools: { forecast: 'd1' } };

describe('a connection to an MCP server', () => {
  it('is registered', () => {
    given(mcpConnection, [])
      .when({ type: 'register', ...place, settings, at })
      .then(registered);
  });

  it('is changed in what differs', () => {
    given(mcpConnection, registered)
      .when({ type: 'change', changes: { ...settings, retries: 0 }, at })
      .then([McpConnectionChanged({ retries: 0, at })]);
    given(mcpConnection, registered).when({ type: 'change', changes: settings, at }).then([]);
  });

  it('records what its server offers when it differs from what was recorded last', () => {
    const refreshed = McpToolsRefreshed({ ...offered, at });
    given(mcpConnection, registered)
      .when({ type: 'refresh', ...offered, at })
      .then([refreshed]);
    given(mcpConnection, [...registered, refreshed])
      .when({ type: 'refresh', ...offered, at })
      .then([]);
    const tools = { forecast: 'd2' };
    given(mcpConnection, [...registered, refreshed])
      .when({ type: 'refresh', protocolVersion: '2026-07-28', tools, at })
      .then([McpToolsRefreshed({ protocolVersion: '2026-07-28', tools, at })]);
  });

  it('records each time that a person has let this server in', () => {
    const authorized = McpConnectionAuthorized({ at });
    given(mcpConnection, registered).when({ type: 'authorize', at }).then([authorized]);
    given(mcpConnection, [...registered, authorized])
      .when({ type: 'authorize', at })
      .then([authorized]);
  });

  it('records what became of its tokens, also after its deletion', () => {
    const deleted = McpConnectionDeleted({ at });
    const revoked = McpTokensRevoked({ reason: 'deleted', outcome: 'revoked', attempts: 2, at });
    const command = { type: 'tell-revocation', reason: 'deleted', outcome: 'revoked', attempts: 2, at } as const;
    given(mcpConnection, registered).when(command).then([revoked]);
    given(mcpConnection, [...registered, deleted])
      .when(command)
      .then([revoked]);
    given(mcpConnection, [...registered, deleted, revoked])
      .when({ type: 'delete', at })
      .refuses('NOT_FOUND');
    given(mcpConnection, []).when(command).refuses('NOT_FOUND');
  });

  it('is deleted once', () => {
    const deleted = McpConnectionDeleted({ at });
    given(mcpConnection, registered).when({ type: 'delete', at }).then([deleted]);
    given(mcpConnection, [...registered, deleted])
      .when({ type: 'delete', at })
      .refuses('NOT_FOUND');
  });
});
