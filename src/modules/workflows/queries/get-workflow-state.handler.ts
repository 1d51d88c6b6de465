import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { WorkflowDocument } from '../domain/document.js';
import { GetWorkflowState } from './get-workflow-state.query.js';
import { WorkflowViews } from './workflow-views.js';

@QueryHandler(GetWorkflowState)
export class GetWorkflowStateHandler implements IQueryHandler<GetWorkflowState> {
  constructor(private readonly views: WorkflowViews) {}

  async execute({ caller, workflowId }: GetWorkflowState): Promise<WorkflowDocument> {
    await this.views.reached(caller, workflowId, 'read');
    return this.views.draft(workflowId);
  }
}
