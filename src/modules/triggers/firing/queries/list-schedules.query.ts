import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireReach, requireWorkspace, type Caller } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { Deployments } from '#modules/workflows/index.js';
import type { ScheduleView } from './schedule-view.js';
import { ScheduleViews } from './schedule-views.js';

/** Whose schedules are listed. A workflow is looked for in the workspace, if there is one. */
export type ScheduleOwner = { readonly workflowId: string; readonly workspaceId: string | undefined } | { readonly workspaceId: string };

/** The schedules of a workflow or of a workspace. */
export class ListSchedules extends Query<readonly ScheduleView[]> {
  constructor(
    readonly caller: Caller,
    readonly owner: ScheduleOwner,
  ) {
    super();
  }
}

@QueryHandler(ListSchedules)
export class ListSchedulesHandler implements IQueryHandler<ListSchedules> {
  constructor(
    private readonly deployments: Deployments,
    private readonly views: ScheduleViews,
  ) {}

  async execute({ caller, owner }: ListSchedules): Promise<readonly ScheduleView[]> {
    const { workspaceId } = owner;
    if (workspaceId !== undefined) requireWorkspace(caller, workspaceId, 'read');
    if (!('workflowId' in owner)) return this.views.of('workspace_id', owner.workspaceId);
    const workflow = isId(owner.workflowId) ? await this.deployments.find(owner.workflowId) : undefined;
    if (workflow === undefined || workflow.workspaceId !== (workspaceId ?? workflow.workspaceId)) throw notFound('Workflow');
    requireReach(caller, workflow.workspaceId, 'read', 'Workflow');
    return this.views.of('workflow_id', owner.workflowId);
  }
}
