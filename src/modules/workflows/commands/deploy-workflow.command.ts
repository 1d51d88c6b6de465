import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { invalidField } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { invalidDocument } from '#document/parse/faults/invalid-document.js';
import type { DocumentProblem } from '#document/document.js';
import { requireUnchanged } from '../domain/edits/conflicts.js';
import type { DraftChange } from '../domain/edits/history/draft-change.js';
import type { DraftAuthor } from '../domain/edits/history/draft-authors.js';
import { DraftChanges } from '../store/draft-changes.js';
import { DocumentCheck } from '../queries/validation/document-check.js';
import type { WorkflowView } from '../queries/views.js';
import { WorkflowViews } from '../queries/workflow-views.js';
import { Workflows } from '../store/workflows.js';

/** The optional name and description of a version. */
export interface VersionLabel {
  readonly name?: string;
  readonly description?: string;
}

/** What is deployed. */
export interface WantedDeployment extends VersionLabel {
  /** The revision of the draft that was looked at; absent: the present one. */
  readonly revision?: number;
}

export interface DeployedWorkflow {
  readonly workflow: WorkflowView;
  /** Probable mistakes in the deployed document. */
  readonly warnings: readonly DocumentProblem[];
  /** Who has changed the draft since the deployment before. */
  readonly authors: readonly DraftAuthor[];
}

/** Deploys the draft as the next version and activates it. */
export class DeployWorkflow extends Command<DeployedWorkflow> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workflowId: string,
    readonly wanted: WantedDeployment = {},
  ) {
    super();
  }
}

/** Changes since the revision that a refusal lists. */
const mostShown = 500;

@CommandHandler(DeployWorkflow)
export class DeployWorkflowHandler implements ICommandHandler<DeployWorkflow> {
  constructor(
    private readonly workflows: Workflows,
    private readonly views: WorkflowViews,
    private readonly check: DocumentCheck,
    private readonly changes: DraftChanges,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, workflowId, wanted: { revision, ...label } }: DeployWorkflow): Promise<DeployedWorkflow> {
    const at = this.clock.now().toISOString();
    let warnings: readonly DocumentProblem[] = [];
    let authors: readonly DraftAuthor[] = [];
    await this.workflows.change({ caller, meta, workflowId, needed: 'admin' }, async ({ draft, draftRevision, workspaceId }) => {
      if (revision !== undefined) requireUnchanged(revision, await this.#since(workflowId, revision, draftRevision));
      const report = await this.check.report(draft, workspaceId);
      if (!report.valid) throw invalidDocument(report.problems);
      ({ warnings } = report);
      authors = await this.changes.authors(workflowId, (await this.views.get(workflowId)).position);
      return { type: 'deploy', draftRevision, ...label, deployedBy: caller.userId, at };
    });
    return { workflow: await this.views.get(workflowId), warnings, authors };
  }

  /** A snapshot and a change of the name are no changes of the draft, although they have positions in its stream. */
  async #since(workflowId: string, revision: number, head: number): Promise<readonly DraftChange[]> {
    if (revision > head) throw invalidField('revision', `revision must be a revision of this draft, which is at ${head}`);
    let changes: readonly DraftChange[] = [];
    for (let after = revision; after < head && changes.length === 0; after += mostShown) {
      changes = await this.changes.between(workflowId, after, head, mostShown);
    }
    return changes;
  }
}
