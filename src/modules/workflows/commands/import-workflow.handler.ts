import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireWorkspace } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { Ids } from '#kernel/ids.js';
import { readImport } from '../domain/read-import.js';
import { deployProblems } from '../domain/deploy-problems.js';
import { BlockCatalogue } from '../ports/block-catalogue.js';
import { WorkflowViews } from '../queries/workflow-views.js';
import { Workflows } from '../store/workflows.js';
import { ImportWorkflow, type ImportedWorkflow } from './import-workflow.command.js';

@CommandHandler(ImportWorkflow)
export class ImportWorkflowHandler implements ICommandHandler<ImportWorkflow> {
  constructor(
    private readonly workflows: Workflows,
    private readonly views: WorkflowViews,
    private readonly catalogue: BlockCatalogue,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async execute({ caller, meta, request }: ImportWorkflow): Promise<ImportedWorkflow> {
    const { workspaceId, folderId } = request;
    const { document, name, description } = readImport(request.workflow, () => this.ids.next());
    requireWorkspace(caller, workspaceId, 'write');
    const details = { workspaceId, folderId, name: request.name ?? name, description: request.description ?? description };
    const at = this.clock.now().toISOString();
    const id = await this.workflows.create({ type: 'create', ...details, createdBy: caller.userId, draft: document, at }, meta);
    return { workflow: await this.views.get(id), problems: deployProblems(document, this.catalogue) };
  }
}
