import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { invalidDocument } from '#document/parse/invalid-document.js';
import type { DocumentProblem } from '#document/document.js';
import { DocumentCheck } from '../queries/validation/document-check.js';
import type { WorkflowView } from '../queries/views.js';
import { WorkflowViews } from '../queries/workflow-views.js';
import { Workflows } from '../store/workflows.js';

/** The optional name and description of a version. */
export interface VersionLabel {
  readonly name?: string;
  readonly description?: string;
}

export interface DeployedWorkflow {
  readonly workflow: WorkflowView;
  /** Probable mistakes in the deployed document. */
  readonly warnings: readonly DocumentProblem[];
}

/** Deploys the draft as the next version and activates it. */
export class DeployWorkflow extends Command<DeployedWorkflow> {
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
    private readonly check: DocumentCheck,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, workflowId, label }: DeployWorkflow): Promise<DeployedWorkflow> {
    const at = this.clock.now().toISOString();
    let warnings: readonly DocumentProblem[] = [];
    await this.workflows.change({ caller, meta, workflowId, needed: 'admin' }, async ({ draft, draftRevision, workspaceId }) => {
      const report = await this.check.report(draft, workspaceId);
      if (!report.valid) throw invalidDocument(report.problems);
      ({ warnings } = report);
      return { type: 'deploy', draftRevision, ...label, deployedBy: caller.userId, at };
    });
    return { workflow: await this.views.get(workflowId), warnings };
  }
}
