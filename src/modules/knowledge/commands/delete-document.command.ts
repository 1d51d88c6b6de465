import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EventMeta } from '#kernel/event.js';
import { type KnowledgePlace, KnowledgeViews } from '../queries/knowledge-views.js';
import { DocumentRemoval } from './document-removal.js';

export class DeleteDocument extends Command<void> {
  constructor(
    readonly place: KnowledgePlace,
    readonly meta: EventMeta,
    readonly documentId: string,
  ) {
    super();
  }
}

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
