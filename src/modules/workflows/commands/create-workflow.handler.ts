import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireWorkspace } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { WorkflowView } from '../queries/views.js';
import { WorkflowViews } from '../queries/workflow-views.js';
import { Workflows } from '../store/workflows.js';
import { CreateWorkflow } from './create-workflow.command.js';

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
