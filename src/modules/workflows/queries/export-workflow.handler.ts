import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/clock.js';
import { exportDocument, type ExportedDocument } from '../domain/export-document.js';
import { ExportWorkflow } from './export-workflow.query.js';
import { WorkflowViews } from './workflow-views.js';

@QueryHandler(ExportWorkflow)
export class ExportWorkflowHandler implements IQueryHandler<ExportWorkflow> {
  constructor(
    private readonly views: WorkflowViews,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, workflowId }: ExportWorkflow): Promise<ExportedDocument> {
    const { id, name, description, workspaceId, folderId } = await this.views.reached(caller, workflowId, 'read');
    const draft = await this.views.draft(workflowId);
    return exportDocument(draft, { id, name, description, workspaceId, folderId }, this.clock.now().toISOString());
  }
}
