import { audited, type AuditLine } from '#kernel/audit-line.js';
import type { EventDefinition } from '#kernel/event.js';
import { CancellationRequested } from '#engine/cancellation.events.js';
import { ExecutionCancelled, ExecutionCompleted, ExecutionFailed, ExecutionStarted } from '#engine/execution.events.js';

export const runAudit: readonly AuditLine[] = [
  audited(ExecutionStarted, 'workflow.execute', 'workflow', (started, { streamId, digest }) => ({
    resourceId: started.workflowId,
    details: {
      executionId: started.callerExecutionId ?? streamId,
      trigger: started.trigger,
      mode: started.mode,
      deploymentVersion: started.deploymentVersion,
      ...(started.origin === undefined ? {} : { replayOf: started.origin.executionId }),
      ...(digest === undefined ? {} : { stream: streamId, digest }),
    },
  })),
  ended(ExecutionCompleted, 'completed'),
  ended(ExecutionFailed, 'failed'),
  ended(ExecutionCancelled, 'cancelled'),
  audited(CancellationRequested, 'workflow.cancel', 'execution', ({ executionId, workflowId }) => ({
    resourceId: executionId,
    details: { workflowId },
  })),
];

/** Vouches for a run that was recorded in several appends. */
function ended<Type extends string, Payload extends object>(definition: EventDefinition<Type, Payload>, status: string): AuditLine {
  const line = audited(definition, 'workflow.executed', 'execution', (_, { streamId, digest = null }) => ({
    details: { status, stream: streamId, digest },
  }));
  return { ...line, onlyLater: true };
}
