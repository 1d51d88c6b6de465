import { Command } from '@nestjs/cqrs';
import type { StoredObject } from '#infrastructure/objects/object-store.js';
import type { StorageAccount } from '#infrastructure/objects/storage-allowance.js';
import type { EventMeta } from '#kernel/event.js';
import type { DocumentTags } from '../domain/document-tags.js';
import type { KnowledgePlace } from '../queries/knowledge-views.js';
import type { DocumentView } from '../queries/views.js';

export interface ReceivedDocument {
  readonly filename: string;
  readonly stored: StoredObject;
  readonly tags: DocumentTags;
  readonly account: StorageAccount;
}

/** @throws DomainError forbidden, not-found; then payment-required; then for what the document is */
export class UploadDocument extends Command<DocumentView> {
  constructor(
    readonly place: KnowledgePlace,
    readonly meta: EventMeta,
    readonly received: ReceivedDocument,
  ) {
    super();
  }
}
