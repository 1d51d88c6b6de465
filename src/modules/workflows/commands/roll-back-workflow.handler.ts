import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/clock.js';
import type { WorkflowView } from '../queries/views.js';
import { WorkflowViews } from '../queries/workflow-views.js';
import { Workflows } from '../store/workflows.js';
import { RollBackWorkflow } from './roll-back-workflow.command.js';

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
