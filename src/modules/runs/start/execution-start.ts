import type { NewWork } from '#ledger/work/work-queue.js';
import type { ExecutionStarted } from '#engine/execution.events.js';

export type Started = ReturnType<typeof ExecutionStarted>['payload'];

/** All that a run needs to begin, pinned when it was accepted. Survives in the event of its job until it begins. */
export type ExecutionStart = Pick<
  Started,
  | 'workflowId'
  | 'workspaceId'
  | 'deploymentVersion'
  | 'trigger'
  | 'mode'
  | 'input'
  | 'userId'
  | 'accountId'
  | 'callerExecutionId'
  | 'origin'
  | 'selectedOutputs'
> & {
  /** Longest duration, from the moment it begins. */
  readonly timeoutMs: number;
};

/** The kind of the jobs that run executions. */
export const executionJobKind = 'execution';

/** The kind of work items of runs that have work of their own and not that of a job. */
export const runWorkKind = 'run';

/** The work of a run that has work of its own. */
export function workOf(
  executionId: string,
  { workspaceId, accountId, workflowId }: Pick<Started, 'workspaceId' | 'accountId' | 'workflowId'>,
): NewWork {
  return { id: executionId, kind: runWorkKind, workspaceId, streamId: executionId, run: { accountId, workflowId } };
}
