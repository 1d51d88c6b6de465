import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import type { WorkflowView } from '../queries/views.js';
import { WorkflowViews } from '../queries/workflow-views.js';
import { Workflows } from '../store/workflows.js';

/** Activates an earlier version: the given one, or the one before the active version. The draft is not changed. */
export class RollBackWorkflow extends Command<WorkflowView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workflowId: string,
    readonly version: number | undefined,
  ) {
    super();
  }
}

@CommandHandler(RollBackWorkflow)
export class RollBackWorkflowHandler implements ICommandHandler<RollBackWorkflow> {
  constructor(
    private readonly workflows: Workflows,
    private readonly views: WorkflowViews,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, workflowId, version }: RollBackWorkflow): Promise<WorkflowView> {
    const at = this.clock.now().toISOString();
    const wanted = version === undefined ? {} : { version };
    await this.workflows.change({ caller, meta, workflowId, needed: 'admin' }, () => ({ type: 'roll-back', ...wanted, at }));
    return this.views.get(workflowId);
  }
}
