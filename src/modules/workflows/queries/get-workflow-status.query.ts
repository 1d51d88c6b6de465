import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Redeployment } from './redeployment.js';
import { WorkflowViews } from './workflow-views.js';

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
