import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { ChunkingConfig } from '../domain/chunking-config.js';
import type { KnowledgeBaseView } from '../queries/views.js';

export interface NewKnowledgeBase {
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string;
  readonly chunkingConfig: Partial<ChunkingConfig>;
}

export class CreateKnowledgeBase extends Command<KnowledgeBaseView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly details: NewKnowledgeBase,
  ) {
    super();
  }
}
