import { Command } from '@nestjs/cqrs';
import type { EventMeta } from '#kernel/event.js';
import type { KnowledgePlace } from '../queries/knowledge-views.js';

/** With all its documents. */
export class DeleteKnowledgeBase extends Command<void> {
  constructor(
    readonly place: KnowledgePlace,
    readonly meta: EventMeta,
  ) {
    super();
  }
}
