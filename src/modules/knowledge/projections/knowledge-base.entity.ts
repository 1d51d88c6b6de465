import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { ChunkingConfig } from '../domain/text/chunking-config.js';

export interface KnowledgeBaseRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string;
  readonly chunkingConfig: ChunkingConfig;
  /** `<provider>/<model>`; null: the model of `SLUICE_EMBEDDINGS_URL`. */
  readonly embeddingModel: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const knowledgeBaseModel = new ReadModel<KnowledgeBaseRow, 'id'>({
  table: 'knowledge_base',
  key: ['id'],
  kept: withOwner('one for each knowledge base that a user has created; a chore deletes those of deleted workspaces'),
  columns: {
    id: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    name: { type: 'text' },
    description: { type: 'text' },
    chunkingConfig: { type: 'json' },
    embeddingModel: { type: 'text', nullable: true },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
});
