import { audited, type AuditLine } from '#kernel/audit-line.js';
import { CancellationRequested } from '#engine/cancellation.events.js';
import { ExecutionStarted } from '#engine/execution.events.js';

export const runAudit: readonly AuditLine[] = [
  audited(ExecutionStarted, 'workflow.execute', 'workflow', (started, { streamId }) => ({
    resourceId: started.workflowId,
    details: {
      executionId: started.callerExecutionId ?? streamId,
      trigger: started.trigger,
      mode: started.mode,
      deploymentVersion: started.deploymentVersion,
      ...(started.origin === undefined ? {} : { replayOf: started.origin.executionId }),
    },
  })),
  audited(CancellationRequested, 'workflow.cancel', 'execution', ({ executionId, workflowId }) => ({
    resourceId: executionId,
    details: { workflowId },
  })),
];
