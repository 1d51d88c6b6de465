import { fleeting } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** Tokens that do not count here any more, until their authorization server has revoked them. No event has them. */
export interface McpRevocationRow {
  /** That of the work item. */
  readonly id: string;
  /** What is needed to revoke them, sealed. */
  readonly sealed: string;
  /** How often the authorization server was asked without success. */
  readonly attempts: number;
}

export const mcpRevocation = new ReadModel<McpRevocationRow, 'id'>({
  table: 'mcp_revocation',
  key: ['id'],
  kept: fleeting('deleted when the tokens are revoked, and after the last of some attempts'),
  columns: { id: { type: 'uuid' }, sealed: { type: 'text' }, attempts: { type: 'integer' } },
});

/** Names the place of the tokens to the secret box. */
export function placeOfRevocation(id: string): string {
  return `mcp-revocation/${id}`;
}
