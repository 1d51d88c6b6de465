import type { NewWork } from '#ledger/work/work-queue.js';
import type { ExecutionStarted } from '#engine/execution.events.js';
import { workKinds } from './work-kinds.js';

export type Started = ReturnType<typeof ExecutionStarted>['payload'];

/** The data with which a run starts, pinned when the start is accepted. The event of a job stores it until the run starts. */
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
  | 'callChain'
  | 'traceparent'
  | 'contents'
  | 'selectedOutputs'
  | 'triggerSource'
  | 'draft'
  | 'sealed'
> & {
  /** Longest duration, in ms, from the moment when the run starts. */
  readonly timeoutMs: number;
  /** The base charge of the plan of the account; absent in jobs that an earlier release queued. */
  readonly baseChargeUsd?: number;
};

/** What `appendTo` is given for the streams of a run: the id of the run if it keeps no contents. */
export function outlinedRunOf(executionId: string, { contents }: Pick<Started, 'contents'>): string | undefined {
  return contents === 'none' ? executionId : undefined;
}

/** The work item of a run that is not under the work item of a job. */
export function workOf(
  executionId: string,
  { workspaceId, accountId, workflowId }: Pick<Started, 'workspaceId' | 'accountId' | 'workflowId'>,
): NewWork {
  return { id: executionId, kind: workKinds.run, workspaceId, streamId: executionId, run: { accountId, workflowId } };
}
