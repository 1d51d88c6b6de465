import { defineEvent, type EventOf } from '#kernel/event.js';
import type { ChunkingConfig } from './text/chunking-config.js';

export const KnowledgeBaseCreated = defineEvent('knowledge-base.created')<{
  workspaceId: string;
  name: string;
  description: string;
  chunkingConfig: ChunkingConfig;
  at: string;
}>();
/** What changed. A new way of chunking counts for documents that are processed from then on. */
export const KnowledgeBaseChanged = defineEvent('knowledge-base.changed')<{
  name?: string;
  description?: string;
  chunkingConfig?: ChunkingConfig;
  at: string;
}>();
export const KnowledgeBaseDeleted = defineEvent('knowledge-base.deleted')<{ at: string }>();

export const knowledgeBaseEvents = [KnowledgeBaseCreated, KnowledgeBaseChanged, KnowledgeBaseDeleted] as const;

export type KnowledgeBaseEvent = EventOf<typeof knowledgeBaseEvents>;
