import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { WorkflowDocument } from '#document/document.js';
import { WorkflowViews } from './workflow-views.js';

/** The draft of a workflow. */
export class GetWorkflowState extends Query<WorkflowDocument> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
  ) {
    super();
  }
}

@QueryHandler(GetWorkflowState)
export class GetWorkflowStateHandler implements IQueryHandler<GetWorkflowState> {
  constructor(private readonly views: WorkflowViews) {}

  async execute({ caller, workflowId }: GetWorkflowState): Promise<WorkflowDocument> {
    await this.views.reached(caller, workflowId, 'read');
    return this.views.draft(workflowId);
  }
}
