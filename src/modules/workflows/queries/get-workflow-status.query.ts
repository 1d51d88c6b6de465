import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';

export interface WorkflowStatus {
  readonly isDeployed: boolean;
  readonly deployedAt: string | null;
  /** Deploying the draft would change what runs. False while nothing is deployed. */
  readonly needsRedeployment: boolean;
}

/** Whether a workflow is deployed, and whether that is what its draft says. */
export class GetWorkflowStatus extends Query<WorkflowStatus> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
  ) {
    super();
  }
}
