import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Caller, requireWorkspace } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import type { WorkflowView } from '../queries/views.js';
import { WorkflowViews } from '../queries/workflow-views.js';
import { Workflows } from '../store/workflows.js';

export interface NewWorkflow {
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string | null;
  readonly folderId: string | null;
}

/** Creates a workflow with an empty draft. */
export class CreateWorkflow extends Command<WorkflowView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly details: NewWorkflow,
  ) {
    super();
  }
}

@CommandHandler(CreateWorkflow)
export class CreateWorkflowHandler implements ICommandHandler<CreateWorkflow> {
  constructor(
    private readonly workflows: Workflows,
    private readonly views: WorkflowViews,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, details }: CreateWorkflow): Promise<WorkflowView> {
    requireWorkspace(caller, details.workspaceId, 'write');
    const at = this.clock.now().toISOString();
    const id = await this.workflows.create({ type: 'create', ...details, createdBy: caller.userId, at }, meta);
    return this.views.get(id);
  }
}
