import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Caller, requireWorkspace } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { readImport } from '#document/parse/read-import.js';
import { validDescription, validName } from '../domain/valid-name.js';
import { DocumentCheck, type ValidationReport } from '../queries/validation/document-check.js';
import type { WorkflowView } from '../queries/views.js';
import { WorkflowViews } from '../queries/workflow-views.js';
import { Workflows } from '../store/workflows.js';

export interface WorkflowImport {
  readonly workspaceId: string;
  /** An exported document in any of its envelopes, or its JSON text. */
  readonly workflow: unknown;
  /** Absent: the name in the document. */
  readonly name?: string;
  /** Absent: the description in the document. */
  readonly description?: string;
  readonly folderId: string | null;
  /** Whether its triggers keep the addresses that they have in the document. */
  readonly keepPaths: boolean;
}

export interface ImportedWorkflow extends Pick<ValidationReport, 'problems' | 'warnings'> {
  readonly workflow: WorkflowView;
}

/** Creates a workflow with an imported document as its draft, with new ids. */
export class ImportWorkflow extends Command<ImportedWorkflow> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly request: WorkflowImport,
  ) {
    super();
  }
}

@CommandHandler(ImportWorkflow)
export class ImportWorkflowHandler implements ICommandHandler<ImportWorkflow> {
  constructor(
    private readonly workflows: Workflows,
    private readonly views: WorkflowViews,
    private readonly check: DocumentCheck,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async execute({ caller, meta, request }: ImportWorkflow): Promise<ImportedWorkflow> {
    const { workspaceId, folderId, keepPaths } = request;
    const { document, name, description, triggerPaths, dropped } = readImport(request.workflow, () => this.ids.next());
    const own = {
      name: request.name ?? validName(name.text, name.path),
      description: request.description ?? validDescription(description.text, description.path),
    };
    requireWorkspace(caller, workspaceId, 'write');
    const details = { workspaceId, folderId, ...own };
    const at = this.clock.now().toISOString();
    const id = await this.workflows.create(
      { type: 'create', ...details, createdBy: caller.userId, draft: document, at },
      meta,
      keepPaths ? triggerPaths : undefined,
    );
    const { problems, warnings } = await this.check.report(document, workspaceId);
    return { workflow: await this.views.get(id), problems, warnings: [...dropped, ...warnings] };
  }
}
