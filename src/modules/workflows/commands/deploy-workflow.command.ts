import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { invalidDocument } from '#document/parse/invalid-document.js';
import { validateDocument } from '#document/check/validate-document.js';
import { BlockCatalogue } from '../ports/block-catalogue.js';
import type { WorkflowView } from '../queries/views.js';
import { WorkflowViews } from '../queries/workflow-views.js';
import { Workflows } from '../store/workflows.js';

/** The optional name and description of a version. */
export interface VersionLabel {
  readonly name?: string;
  readonly description?: string;
}

/** Deploys the draft as the next version and activates it. */
export class DeployWorkflow extends Command<WorkflowView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workflowId: string,
    readonly label: VersionLabel = {},
  ) {
    super();
  }
}

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
