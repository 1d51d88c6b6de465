import type { Wiring } from '#ledger/composition.js';
import { runAudit } from './start/run-audit.js';
import { CancellationRequested } from '#engine/cancellation.events.js';
import { ExecutionCancelled, ExecutionCompleted, executionEvents, ExecutionFailed, ExecutionStarted } from '#engine/execution.events.js';
import { runOutlines } from '#engine/masking/run-outlines.js';
import { JobCancelled, JobCompleted, jobEvents, JobFailed, jobOutlines, JobQueued } from './jobs/job.events.js';
import { jobStatus } from './jobs/projections/job-status.projection.js';
import { callerExecution, idempotency } from './store/claims.entity.js';
import { runDurationTable } from './store/run-durations.js';
import { runText } from './store/texts/run-text.entity.js';

export const runsWiring: Wiring = {
  events: [...jobEvents, ...executionEvents, CancellationRequested],
  projections: [jobStatus],
  tables: [callerExecution, idempotency, runText],
  plainTables: [runDurationTable],
  lives: [
    { begins: ExecutionStarted, ends: [ExecutionCompleted, ExecutionFailed, ExecutionCancelled] },
    // `executionId` of the job of an answer is the answer; its work names the run.
    { begins: JobQueued, ends: [JobCompleted, JobFailed, JobCancelled], namesRunAt: ['payload', 'executionId'] },
  ],
  outlines: [...jobOutlines, ...runOutlines],
  auditLines: runAudit,
};
