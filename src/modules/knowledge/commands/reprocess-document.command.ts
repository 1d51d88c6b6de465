import { Command } from '@nestjs/cqrs';
import type { EventMeta } from '#kernel/event.js';
import type { KnowledgePlace } from '../queries/knowledge-views.js';
import type { DocumentView } from '../queries/views.js';

/** Reads a document anew. What is known of it is found until then. */
export class ReprocessDocument extends Command<DocumentView> {
  constructor(
    readonly place: KnowledgePlace,
    readonly meta: EventMeta,
    readonly documentId: string,
  ) {
    super();
  }
}
