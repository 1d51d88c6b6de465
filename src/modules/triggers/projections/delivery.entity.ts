import { month } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { DeliveryOutcome } from '../domain/delivery.state.js';

/** One delivery in a few bytes. Its headers and what it contained are in its stream, or in that of its run. */
export interface DeliveryRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly triggerId: string;
  readonly workflowId: string;
  readonly outcome: DeliveryOutcome;
  readonly reason: string | null;
  readonly executionId: string | null;
  readonly jobId: string | null;
  readonly duplicateOf: string | null;
  readonly replayOf: string | null;
  readonly scheduledFor: string | null;
  readonly receivedAt: string;
  /** Position of the last event. */
  readonly position: number;
}

export const deliveryModel = new ReadModel<DeliveryRow, 'id'>({
  table: 'delivery',
  key: ['id'],
  kept: month('one row for each event that reached a trigger'),
  columns: {
    id: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    triggerId: { type: 'uuid' },
    workflowId: { type: 'uuid' },
    outcome: { type: 'text' },
    reason: { type: 'text', nullable: true },
    executionId: { type: 'uuid', nullable: true },
    jobId: { type: 'uuid', nullable: true },
    duplicateOf: { type: 'uuid', nullable: true },
    replayOf: { type: 'uuid', nullable: true },
    scheduledFor: { type: 'timestamptz', nullable: true },
    receivedAt: { type: 'timestamptz' },
    position: { type: 'integer' },
  },
});
