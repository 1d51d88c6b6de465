import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { StoredObject } from '#ledger/objects/object-store.js';
import type { StorageAccount } from '#ledger/objects/storage-allowance.js';
import type { EventMeta } from '#kernel/event.js';
import type { DocumentTags } from '../domain/text/document-tags.js';
import { Budget } from '../ports/budget.js';
import { type KnowledgePlace, KnowledgeViews } from '../queries/knowledge-views.js';
import type { DocumentView } from '../queries/views.js';
import { DocumentUploads } from './document-uploads.js';

export interface ReceivedDocument {
  readonly filename: string;
  readonly stored: StoredObject;
  readonly tags: DocumentTags;
  readonly account: StorageAccount;
}

/** @throws DomainError in this order: forbidden, not-found, payment-required, then errors of the document itself */
export class UploadDocument extends Command<DocumentView> {
  constructor(
    readonly place: KnowledgePlace,
    readonly meta: EventMeta,
    readonly received: ReceivedDocument,
  ) {
    super();
  }
}

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
