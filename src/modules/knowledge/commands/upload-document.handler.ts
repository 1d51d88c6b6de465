import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Budget } from '../ports/budget.js';
import { KnowledgeViews } from '../queries/knowledge-views.js';
import type { DocumentView } from '../queries/views.js';
import { DocumentUploads } from './document-uploads.js';
import { UploadDocument } from './upload-document.command.js';

@CommandHandler(UploadDocument)
export class UploadDocumentHandler implements ICommandHandler<UploadDocument> {
  constructor(
    private readonly views: KnowledgeViews,
    private readonly uploads: DocumentUploads,
    private readonly budget: Budget,
  ) {}

  async execute({ place, meta, received }: UploadDocument): Promise<DocumentView> {
    const { id: knowledgeBaseId, workspaceId } = await this.views.base(place, 'write');
    await this.budget.afford(place.caller);
    const uploadedBy = place.caller.userId;
    const id = await this.uploads.add({ ...received, knowledgeBaseId, workspaceId, uploadedBy, meta });
    return this.views.document(place, id, 'write');
  }
}
