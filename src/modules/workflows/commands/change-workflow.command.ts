import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import type { WorkflowView } from '../queries/views.js';
import { WorkflowViews } from '../queries/workflow-views.js';
import { Workflows } from '../store/workflows.js';

/** Undefined keeps a value. A null folder is the root. */
export interface WorkflowDetails {
  readonly name: string | undefined;
  readonly description: string | null | undefined;
  readonly folderId: string | null | undefined;
}

export class ChangeWorkflow extends Command<WorkflowView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workflowId: string,
    readonly details: WorkflowDetails,
  ) {
    super();
  }
}

@CommandHandler(ChangeWorkflow)
export class ChangeWorkflowHandler implements ICommandHandler<ChangeWorkflow> {
  constructor(
    private readonly workflows: Workflows,
    private readonly views: WorkflowViews,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, workflowId, details }: ChangeWorkflow): Promise<WorkflowView> {
    const at = this.clock.now().toISOString();
    await this.workflows.change({ caller, meta, workflowId, needed: 'write' }, () => ({ type: 'change-details', ...details, at }));
    return this.views.get(workflowId);
  }
}
