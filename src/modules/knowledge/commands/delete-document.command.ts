import { Command } from '@nestjs/cqrs';
import type { EventMeta } from '#kernel/event.js';
import type { KnowledgePlace } from '../queries/knowledge-views.js';

export class DeleteDocument extends Command<void> {
  constructor(
    readonly place: KnowledgePlace,
    readonly meta: EventMeta,
    readonly documentId: string,
  ) {
    super();
  }
}
