import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/clock.js';
import { invalidDocument } from '../domain/invalid-document.js';
import { validateDocument } from '../domain/validate-document.js';
import { BlockCatalogue } from '../ports/block-catalogue.js';
import type { WorkflowView } from '../queries/views.js';
import { WorkflowViews } from '../queries/workflow-views.js';
import { Workflows } from '../store/workflows.js';
import { DeployWorkflow } from './deploy-workflow.command.js';

@CommandHandler(DeployWorkflow)
export class DeployWorkflowHandler implements ICommandHandler<DeployWorkflow> {
  constructor(
    private readonly workflows: Workflows,
    private readonly views: WorkflowViews,
    private readonly catalogue: BlockCatalogue,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, workflowId, label }: DeployWorkflow): Promise<WorkflowView> {
    const at = this.clock.now().toISOString();
    await this.workflows.change({ caller, meta, workflowId, needed: 'admin' }, ({ draft, draftRevision }) => {
      const problems = validateDocument(draft, this.catalogue);
      if (problems.length > 0) throw invalidDocument(problems);
      return { type: 'deploy', draftRevision, ...label, deployedBy: caller.userId, at };
    });
    return this.views.get(workflowId);
  }
}
