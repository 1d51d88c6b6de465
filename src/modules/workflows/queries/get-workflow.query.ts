import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { type DeclaredInput, declaredInputs } from '#document/check/declared-inputs.js';
import type { Variable } from '#document/document.js';
import { CountedWorkflows } from './counted-workflows.js';
import type { CountedView, WorkflowView } from './views.js';
import { WorkflowViews } from './workflow-views.js';

export interface WorkflowDetailView extends WorkflowView, CountedView {
  /** Workflow variables of the draft, by id. */
  readonly variables: Readonly<Record<string, Variable>>;
  /** Inputs that the start block declares. */
  readonly inputs: readonly DeclaredInput[];
}

/** A workflow with the inputs that its draft declares. */
export class GetWorkflow extends Query<WorkflowDetailView> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
  ) {
    super();
  }
}

@QueryHandler(GetWorkflow)
export class GetWorkflowHandler implements IQueryHandler<GetWorkflow> {
  constructor(
    private readonly views: WorkflowViews,
    private readonly counted: CountedWorkflows,
  ) {}

  async execute({ caller, workflowId }: GetWorkflow): Promise<WorkflowDetailView> {
    const view = await this.views.reached(caller, workflowId, 'read');
    const draft = await this.views.draft(workflowId);
    const [counts = { runCount: 0, lastRunAt: null, lastRunStatus: null }] = await this.counted.of(view.workspaceId, [view]);
    return { ...view, ...counts, variables: draft.variables, inputs: declaredInputs(draft) };
  }
}
