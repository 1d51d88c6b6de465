import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { GetWorkflowStatus, type WorkflowStatus } from './get-workflow-status.query.js';
import { Redeployment } from './redeployment.js';
import { WorkflowViews } from './workflow-views.js';

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
