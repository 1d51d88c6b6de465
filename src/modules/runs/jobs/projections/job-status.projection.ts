import { defineProjection, when } from '#ledger/rows/projection.js';
import { JobCancelled, JobCompleted, JobFailed, JobQueued, JobStarted } from '../job.events.js';
import { jobTable } from './job.entity.js';

/** Inline: a caller that has received status 202 may poll at once. */
export const jobStatus = defineProjection({
  name: 'job-status',
  version: 1,
  mode: 'inline',
  models: [jobTable],
  on: [
    when(JobQueued, ({ streamId, payload: { workspaceId, userId, subjectId, executionId, queuedAt } }) => [
      jobTable.add({
        id: streamId,
        workspaceId,
        userId,
        subjectId,
        executionId,
        status: 'queued',
        queuedAt,
        startedAt: null,
        completedAt: null,
      }),
    ]),
    // Another process that takes the run over starts the job again; the job keeps its start, as the run does.
    when(JobStarted, ({ streamId, payload: { attempt, startedAt } }) => [
      jobTable.patch({ id: streamId, status: 'processing', ...(attempt === 1 ? { startedAt } : {}) }),
    ]),
    when(JobCompleted, ({ streamId, payload: { completedAt } }) => [jobTable.patch({ id: streamId, status: 'completed', completedAt })]),
    when(JobFailed, ({ streamId, payload: { completedAt } }) => [jobTable.patch({ id: streamId, status: 'failed', completedAt })]),
    when(JobCancelled, ({ streamId, payload: { completedAt } }) => [jobTable.patch({ id: streamId, status: 'cancelled', completedAt })]),
  ],
});
