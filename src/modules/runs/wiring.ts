import type { Wiring } from '#ledger/composition.js';
import { CancellationRequested } from '#engine/cancellation.events.js';
import { executionEvents } from '#engine/execution.events.js';
import { timer } from '#ledger/work/timer.js';
import { workItem } from '#ledger/work/work-item.js';
import { jobEvents } from './jobs/job.events.js';
import { jobStatus } from './projections/job-status.projection.js';
import { callerExecution, idempotency } from './store/claims.entity.js';

export const runsWiring: Wiring = {
  events: [...jobEvents, ...executionEvents, CancellationRequested],
  projections: [jobStatus],
  tables: [workItem, timer, callerExecution, idempotency],
};
