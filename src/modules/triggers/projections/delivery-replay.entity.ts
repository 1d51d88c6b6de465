import { withRun } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { ReplayFilter, ReplayProgress } from '../domain/delivery-replay.events.js';

export type ReplayStatus = 'running' | 'completed' | 'cancelled';

/** A bulk replay: which deliveries it repeats, and how far it is. */
export interface DeliveryReplayRow extends ReplayProgress {
  readonly id: string;
  readonly workspaceId: string;
  readonly status: ReplayStatus;
  readonly filter: ReplayFilter;
  readonly usesDraft: boolean;
  readonly found: number;
  readonly requestedAt: string;
  readonly endedAt: string | null;
  /** Position of the last event. */
  readonly position: number;
}

export const deliveryReplayModel = new ReadModel<DeliveryReplayRow, 'id'>({
  table: 'delivery_replay',
  key: ['id'],
  // A partitioned table cannot have the rule that one replay of a workspace runs at a time.
  kept: withRun('id', 'one for each request to replay deliveries by a filter'),
  columns: {
    id: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    status: { type: 'text' },
    filter: { type: 'jsonb' },
    usesDraft: { type: 'boolean' },
    found: { type: 'integer' },
    upTo: { type: 'uuid', nullable: true },
    replayed: { type: 'integer' },
    refused: { type: 'integer' },
    refusals: { type: 'jsonb' },
    waitsFor: { type: 'text', nullable: true },
    requestedAt: { type: 'timestamptz' },
    endedAt: { type: 'timestamptz', nullable: true },
    position: { type: 'integer' },
  },
});
