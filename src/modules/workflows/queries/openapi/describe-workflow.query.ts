import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { declaredInputs } from '#document/check/declared-inputs.js';
import { Deployments } from '../../ports/deployments.js';
import type { DescribedWorkflow } from './workflow-openapi.js';
import { WorkflowViews } from '../workflow-views.js';

/** What callers of a workflow send: the inputs of its active version, or of its draft while none is active. */
export class DescribeWorkflow extends Query<DescribedWorkflow> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
  ) {
    super();
  }
}

@QueryHandler(DescribeWorkflow)
export class DescribeWorkflowHandler implements IQueryHandler<DescribeWorkflow> {
  constructor(
    private readonly views: WorkflowViews,
    private readonly deployments: Deployments,
  ) {}

  async execute({ caller, workflowId }: DescribeWorkflow): Promise<DescribedWorkflow> {
    const { name, description, activeVersion: version } = await this.views.reached(caller, workflowId, 'read');
    const document = await (version === null ? this.views.draft(workflowId) : this.deployments.document(workflowId, version));
    return { id: workflowId, name, description, version, inputs: declaredInputs(document) };
  }
}
