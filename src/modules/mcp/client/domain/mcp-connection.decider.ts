import type { Decider } from '#kernel/decider.js';
import { assertNever, notFound } from '#kernel/errors.js';
import {
  McpConnectionAuthorized,
  McpConnectionChanged,
  McpConnectionDeleted,
  McpConnectionRegistered,
  McpTokensRevoked,
  McpToolsRefreshed,
  type McpConnectionEvent,
  type McpConnectionSettings,
  type RevocationOutcome,
  type RevocationReason,
  type ToolDigests,
} from './mcp-connection.events.js';

export type McpConnectionCommand =
  | {
      readonly type: 'register';
      readonly workspaceId: string;
      readonly url: string;
      readonly settings: McpConnectionSettings;
      readonly at: string;
    }
  | { readonly type: 'change'; readonly changes: Partial<McpConnectionSettings>; readonly at: string }
  | { readonly type: 'refresh'; readonly protocolVersion: string; readonly tools: ToolDigests; readonly at: string }
  | { readonly type: 'authorize'; readonly at: string }
  | {
      readonly type: 'tell-revocation';
      readonly reason: RevocationReason;
      readonly outcome: RevocationOutcome;
      readonly attempts: number;
      readonly at: string;
    }
  | { readonly type: 'delete'; readonly at: string };

interface Offered {
  readonly protocolVersion: string;
  readonly tools: ToolDigests;
}

export type McpConnectionState =
  | { readonly status: 'none' | 'deleted' }
  | { readonly status: 'active'; readonly settings: McpConnectionSettings; readonly offered: Offered | null };

export const mcpConnection: Decider<McpConnectionState, McpConnectionCommand, McpConnectionEvent> = {
  initial: { status: 'none' },

  decide(command, state) {
    if (command.type === 'register') {
      const { workspaceId, url, settings, at } = command;
      return [McpConnectionRegistered({ workspaceId, url, ...settings, at })];
    }
    if (command.type === 'tell-revocation' && state.status !== 'none') {
      const { reason, outcome, attempts, at } = command;
      return [McpTokensRevoked({ reason, outcome, attempts, at })];
    }
    if (state.status !== 'active' || command.type === 'tell-revocation') throw notFound('MCP server');
    switch (command.type) {
      case 'change':
        return change(command.changes, state.settings, command.at);
      case 'refresh': {
        const { protocolVersion, tools, at } = command;
        return isSame(state.offered, { protocolVersion, tools }) ? [] : [McpToolsRefreshed({ protocolVersion, tools, at })];
      }
      case 'authorize':
        return [McpConnectionAuthorized({ at: command.at })];
      case 'delete':
        return [McpConnectionDeleted({ at: command.at })];
      default:
        return assertNever(command);
    }
  },

  evolve(state, event) {
    if (event.type === 'mcp-connection.registered') {
      const { workspaceId: _, url: __, at: ___, ...settings } = event.payload;
      return { status: 'active', settings, offered: null };
    }
    // It may come after the deletion.
    if (event.type === 'mcp-connection.tokens-revoked') return state;
    if (state.status !== 'active') throw new Error(`${event.type} in a connection that is not there`);
    switch (event.type) {
      case 'mcp-connection.changed': {
        const { at: _, ...changes } = event.payload;
        return { ...state, settings: { ...state.settings, ...changes } };
      }
      case 'mcp-connection.tools-refreshed': {
        const { at: _, ...offered } = event.payload;
        return { ...state, offered };
      }
      case 'mcp-connection.authorized':
        return state;
      case 'mcp-connection.deleted':
        return { status: 'deleted' };
      default:
        return assertNever(event);
    }
  },
};

/** Drops what stays as it is. */
function change(changes: Partial<McpConnectionSettings>, settings: McpConnectionSettings, at: string): readonly McpConnectionEvent[] {
  const changed = Object.fromEntries(
    Object.entries(changes).filter(([name, value]) => !isSame(value, settings[name as keyof McpConnectionSettings])),
  ) as Partial<McpConnectionSettings>;
  return Object.keys(changed).length === 0 ? [] : [McpConnectionChanged({ ...changed, at })];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
