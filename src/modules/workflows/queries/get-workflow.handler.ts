import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { declaredInputs } from '../domain/declared-inputs.js';
import { GetWorkflow, type WorkflowDetailView } from './get-workflow.query.js';
import { WorkflowViews } from './workflow-views.js';

@QueryHandler(GetWorkflow)
export class GetWorkflowHandler implements IQueryHandler<GetWorkflow> {
  constructor(private readonly views: WorkflowViews) {}

  async execute({ caller, workflowId }: GetWorkflow): Promise<WorkflowDetailView> {
    const view = await this.views.reached(caller, workflowId, 'read');
    const draft = await this.views.draft(workflowId);
    return { ...view, variables: draft.variables, inputs: declaredInputs(draft) };
  }
}
