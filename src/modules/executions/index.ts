export { checkAnswer, type CheckedAnswer } from './blocks/human-in-the-loop/check-answer.js';
export { ExecutionsModule } from './executions.module.js';
export { CancellationRequested } from './domain/cancellation.events.js';
export {
  ExecutionCancelled,
  ExecutionCompleted,
  ExecutionFailed,
  ExecutionPaused,
  ExecutionRecovered,
  ExecutionResumed,
  ExecutionStarted,
  type ExecutionEvent,
  type ExecutionTrigger,
  type RunOrigin,
} from './domain/execution.events.js';
export { foldExecution, type ExecutionState } from './domain/execution.state.js';
export { resumeAddresses, resumeLinkPurpose, type ResumeField } from './domain/pause.js';
export { contextIdOf } from './engine/pause-place.js';
export { sendEvents } from './http/event-stream.js';
export { traceSpans, workflowsIn } from './engine/spans.js';
export type { LabelsOf, TraceSpan } from './engine/trace-span.js';
export { openPauses } from './queries/pause-view.js';
export { Admission, type AdmissionRequest } from './ports/admission.js';
export { PauseEnded } from './domain/execution.events.js';
export { PauseBook, type Rest, type RestingRun } from './ports/pause-book.js';
export { Resumptions, type Resumption } from './runtime/resumptions.js';
export { DetachedRuns } from './runtime/detached-runs.js';
export { RunFinder, type FoundRun } from './runtime/run-finder.js';
export { Stopping } from './runtime/stopping.js';
export { OpenStreams } from './streaming/open-streams.js';
export { FollowExecution } from './queries/follow-execution.query.js';
export type { StreamMessage } from './streaming/stream-frames.js';
