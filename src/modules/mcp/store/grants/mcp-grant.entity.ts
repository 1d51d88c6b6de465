import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The access token of an MCP server, with what renews it. No event has it. */
export interface McpGrantRow {
  readonly connectionId: string;
  /** Digest of the settings that it was obtained with. With others it does not count. */
  readonly settings: string;
  /** The tokens, sealed. */
  readonly sealed: string;
  /** Until when a process renews it; null: none does. */
  readonly renewingUntil: string | null;
  readonly updatedAt: string;
}

const stored = {
  table: 'mcp_grant',
  kept: withOwner('one for each MCP server with access tokens; deleted with its registration'),
  columns: {
    connectionId: { type: 'uuid' },
    settings: { type: 'text' },
    sealed: { type: 'text' },
    renewingUntil: { type: 'timestamptz', nullable: true },
    updatedAt: { type: 'timestamptz' },
  },
} as const;

export const mcpGrant = new ReadModel<McpGrantRow, 'connectionId'>({ ...stored, key: ['connectionId'] });

/** The same rows, for their removal: one is removed only as it was read, since another process may have renewed it. */
export const mcpGrantAsRead = new ReadModel<McpGrantRow, 'connectionId' | 'sealed'>({ ...stored, key: ['connectionId', 'sealed'] });

/** Names the place of the tokens to the secret box: those of one server open for no other. */
export function placeOfGrant(connectionId: string): string {
  return `mcp-grant/${connectionId}`;
}
