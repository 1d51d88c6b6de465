import { Command } from '@nestjs/cqrs';
import type { EventMeta } from '#kernel/event.js';
import type { ChunkingConfig } from '../domain/chunking-config.js';
import type { KnowledgePlace } from '../queries/knowledge-views.js';
import type { KnowledgeBaseView } from '../queries/views.js';

export interface KnowledgeBaseChanges {
  readonly name?: string;
  readonly description?: string;
  /** What it leaves out stays as it is. */
  readonly chunkingConfig?: Partial<ChunkingConfig>;
}

export class ChangeKnowledgeBase extends Command<KnowledgeBaseView> {
  constructor(
    readonly place: KnowledgePlace,
    readonly meta: EventMeta,
    readonly changes: KnowledgeBaseChanges,
  ) {
    super();
  }
}
