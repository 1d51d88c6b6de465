export { ExecutionsModule } from './executions.module.js';
export {
  ExecutionCancelled,
  ExecutionCompleted,
  ExecutionFailed,
  ExecutionRecovered,
  ExecutionStarted,
  type ExecutionEvent,
  type RunOrigin,
} from './domain/execution.events.js';
export { foldExecution, type ExecutionState } from './domain/execution.state.js';
export { traceSpans, workflowsIn } from './engine/spans.js';
export type { LabelsOf, TraceSpan } from './engine/trace-span.js';
export { Admission, type AdmissionRequest, type BucketView, type LimitsView } from './ports/admission.js';
