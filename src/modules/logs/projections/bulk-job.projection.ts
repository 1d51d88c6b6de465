import { defineProjection, when } from '#ledger/rows/projection.js';
import { BulkJobAdvanced, BulkJobCompleted, BulkJobRequested, BulkJobStopped } from '../domain/bulk-job.events.js';
import { bulkJobModel } from './bulk-job.entity.js';

const nothing = { done: 0, succeeded: 0, refused: 0, refusals: [], waitsFor: null, endedAt: null } as const;

/** Bulk jobs. Inline: their next step begins where the last one has ended. */
export const bulkJobProjection = defineProjection({
  name: 'bulk-job',
  version: 1,
  mode: 'inline',
  models: [bulkJobModel],
  on: [
    when(BulkJobRequested, ({ streamId: id, position, workspaceId, payload: { action, executionIds, at: requestedAt } }) => {
      const place = { id, workspaceId: workspaceId ?? '', status: 'running', position } as const;
      return [bulkJobModel.add({ ...place, action, found: executionIds.length, ...nothing, requestedAt })];
    }),
    when(BulkJobAdvanced, ({ streamId: id, position, payload: { at: _, ...progress } }) => [
      bulkJobModel.patch({ id, position, ...progress }),
    ]),
    when(BulkJobCompleted, ({ streamId: id, position, payload: { at } }) => [
      bulkJobModel.patch({ id, position, status: 'completed', endedAt: at }),
    ]),
    when(BulkJobStopped, ({ streamId: id, position, payload: { at } }) => [
      bulkJobModel.patch({ id, position, status: 'stopped', waitsFor: null, endedAt: at }),
    ]),
  ],
});
