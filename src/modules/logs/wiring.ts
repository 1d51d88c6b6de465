import type { Wiring } from '#ledger/composition.js';
import {
  bulkJobAudit,
  BulkJobAdvanced,
  BulkJobCompleted,
  bulkJobEvents,
  BulkJobRequested,
  BulkJobStopped,
} from './domain/bulk-job.events.js';
import { bulkJobProjection } from './projections/bulk-job.projection.js';
import { executionLog } from './projections/execution-log.projection.js';

export const logsWiring: Wiring = {
  events: bulkJobEvents,
  projections: [executionLog, bulkJobProjection],
  // A job that waits stays until it ends, whatever its month.
  lives: [{ begins: BulkJobRequested, ends: [BulkJobCompleted, BulkJobStopped] }],
  auditLines: bulkJobAudit,
  notAudited: [
    {
      events: [BulkJobAdvanced, BulkJobCompleted],
      because: 'they are the progress of what a user has requested, and each cancellation and replay has its own entry',
    },
  ],
};
