import type { JsonObject } from '#kernel/json.js';
import { fleeting } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** A user who waits for one event of a trigger, which starts no run. */
export interface Listener {
  readonly id: string;
  /** Digest of the token in the address. */
  readonly tokenDigest: string;
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly blockId: string;
  /** The draft whose block counts, as a version. */
  readonly version: number;
  readonly expiresAt: string;
  /** Null until it has arrived. */
  readonly event: JsonObject | null;
}

export const listener = new ReadModel<Listener, 'id'>({
  table: 'trigger_listener',
  key: ['id'],
  kept: fleeting('an hour after its end'),
  columns: {
    id: { type: 'uuid' },
    tokenDigest: { type: 'text' },
    workspaceId: { type: 'uuid' },
    workflowId: { type: 'uuid' },
    blockId: { type: 'text' },
    version: { type: 'integer' },
    expiresAt: { type: 'timestamptz' },
    event: { type: 'jsonb', nullable: true },
  },
});
