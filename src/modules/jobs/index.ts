export { JobsModule } from './jobs.module.js';
export { JobCancelled, JobCompleted, JobFailed, JobQueued, startedByOthers } from './domain/job.events.js';
export { ExecutionJobs, type ExecutionJob } from './queries/execution-jobs.js';
export { JobHandler, type HeldJob } from './ports/job-handler.js';
export { RunEstimates } from './ports/run-estimates.js';
export { JobRunner, jobWorkKind } from './worker/job-runner.js';
