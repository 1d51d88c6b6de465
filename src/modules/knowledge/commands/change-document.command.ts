import { Command } from '@nestjs/cqrs';
import type { EventMeta } from '#kernel/event.js';
import type { DocumentChanges } from '../domain/knowledge-document.decider.js';
import type { KnowledgePlace } from '../queries/knowledge-views.js';
import type { DocumentView } from '../queries/views.js';

export class ChangeDocument extends Command<DocumentView> {
  constructor(
    readonly place: KnowledgePlace,
    readonly meta: EventMeta,
    readonly documentId: string,
    readonly changes: DocumentChanges,
  ) {
    super();
  }
}
