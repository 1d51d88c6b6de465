import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import type { WorkflowView } from '../queries/views.js';
import { WorkflowViews } from '../queries/workflow-views.js';
import { Workflows } from '../store/workflows.js';

/** Deactivates the active version. The version is kept. */
export class UndeployWorkflow extends Command<WorkflowView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workflowId: string,
  ) {
    super();
  }
}

@CommandHandler(UndeployWorkflow)
export class UndeployWorkflowHandler implements ICommandHandler<UndeployWorkflow> {
  constructor(
    private readonly workflows: Workflows,
    private readonly views: WorkflowViews,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, workflowId }: UndeployWorkflow): Promise<WorkflowView> {
    const at = this.clock.now().toISOString();
    await this.workflows.change({ caller, meta, workflowId, needed: 'admin' }, () => ({ type: 'undeploy', at }));
    return this.views.get(workflowId);
  }
}
