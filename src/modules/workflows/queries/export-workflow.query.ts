import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { type ExportedDocument, exportDocument } from '#document/export/export-document.js';
import { WorkflowViews } from './workflow-views.js';

/** The draft as a file without secrets. */
export class ExportWorkflow extends Query<ExportedDocument> {
  constructor(
    readonly caller: Caller,
    readonly workflowId: string,
  ) {
    super();
  }
}

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
