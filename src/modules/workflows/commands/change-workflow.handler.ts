import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/clock.js';
import type { WorkflowView } from '../queries/views.js';
import { WorkflowViews } from '../queries/workflow-views.js';
import { Workflows } from '../store/workflows.js';
import { ChangeWorkflow } from './change-workflow.command.js';

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
