import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { KnowledgeViews } from '../queries/knowledge-views.js';
import { DeleteDocument } from './delete-document.command.js';
import { DocumentRemoval } from './document-removal.js';

@CommandHandler(DeleteDocument)
export class DeleteDocumentHandler implements ICommandHandler<DeleteDocument> {
  constructor(
    private readonly views: KnowledgeViews,
    private readonly removal: DocumentRemoval,
  ) {}

  async execute({ place, meta, documentId }: DeleteDocument): Promise<void> {
    await this.views.document(place, documentId, 'write');
    await this.removal.remove(documentId, place.workspaceId, meta);
  }
}
