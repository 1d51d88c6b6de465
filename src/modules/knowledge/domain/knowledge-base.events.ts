import { audited, settingsOf, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';
import type { ChunkingConfig } from './text/chunking-config.js';

export const KnowledgeBaseCreated = defineEvent('knowledge-base.created')<{
  workspaceId: string;
  name: string;
  description: string;
  chunkingConfig: ChunkingConfig;
  /** `<provider>/<model>`; absent or null: the model of `SLUICE_EMBEDDINGS_URL`. */
  embeddingModel?: string | null;
  at: string;
}>();
/** The changed fields. A new chunking configuration applies to documents that are processed later. */
export const KnowledgeBaseChanged = defineEvent('knowledge-base.changed')<{
  name?: string;
  description?: string;
  chunkingConfig?: ChunkingConfig;
  embeddingModel?: string | null;
  at: string;
}>();
export const KnowledgeBaseDeleted = defineEvent('knowledge-base.deleted')<{ at: string }>();

export const knowledgeBaseEvents = [KnowledgeBaseCreated, KnowledgeBaseChanged, KnowledgeBaseDeleted] as const;

export type KnowledgeBaseEvent = EventOf<typeof knowledgeBaseEvents>;
export const knowledgeBaseStream = defineStream('knowledge-base', 'ledger', knowledgeBaseEvents);

export const knowledgeBaseAudit: readonly AuditLine[] = [
  audited(KnowledgeBaseCreated, 'knowledge_base.created', 'knowledge_base', ({ name, description, chunkingConfig, embeddingModel }) => ({
    name,
    settings: settingsOf({ name, description, chunkingConfig, ...(embeddingModel === undefined ? {} : { embeddingModel }) }),
  })),
  audited(KnowledgeBaseChanged, 'knowledge_base.updated', 'knowledge_base', ({ at: _, ...settings }) => ({
    ...(settings.name === undefined ? {} : { name: settings.name }),
    settings: settingsOf(settings),
  })),
  audited(KnowledgeBaseDeleted, 'knowledge_base.deleted', 'knowledge_base'),
];
