import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Redeployment } from './redeployment.js';
import { WorkflowViews } from './workflow-views.js';

/** The deployment status of a workflow. */
export interface WorkflowStatus {
  /** Whether a version of the workflow is active. */
  readonly isDeployed: boolean;
  /** When the active version was activated; null while none is. */
  readonly deployedAt: string | null;
  /** Whether the draft differs from the active version, so that deploying it would change what runs. False while no version is active. */
  readonly needsRedeployment: boolean;
}

/** Whether a workflow is deployed, and whether the active version equals the draft. */
export class GetWorkflowStatus extends Query<WorkflowStatus> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
  ) {
    super();
  }
}

@QueryHandler(GetWorkflowStatus)
export class GetWorkflowStatusHandler implements IQueryHandler<GetWorkflowStatus> {
  constructor(
    private readonly views: WorkflowViews,
    private readonly redeployment: Redeployment,
  ) {}

  async execute({ caller, workflowId }: GetWorkflowStatus): Promise<WorkflowStatus> {
    const row = await this.views.reached(caller, workflowId, 'read');
    const needsRedeployment = await this.redeployment.isNeeded(row);
    return { isDeployed: row.activeVersion !== null, deployedAt: row.deployedAt, needsRedeployment };
  }
}
