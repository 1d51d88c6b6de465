import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

export interface KnowledgeChunkRow {
  readonly documentId: string;
  readonly run: number;
  readonly chunkIndex: number;
  readonly knowledgeBaseId: string;
  readonly content: string;
  readonly tokenCount: number;
  /** Computed from the content by the database. */
  readonly words: string;
  readonly embeddingModel: string | null;
  /** Of length 1. */
  readonly embedding: readonly number[] | null;
}

export const knowledgeChunkModel = new ReadModel<KnowledgeChunkRow, 'documentId' | 'run' | 'chunkIndex'>({
  table: 'knowledge_chunk',
  key: ['documentId', 'run', 'chunkIndex'],
  kept: withOwner('deleted with the document'),
  columns: {
    documentId: { type: 'uuid' },
    run: { type: 'integer' },
    chunkIndex: { type: 'integer' },
    knowledgeBaseId: { type: 'uuid' },
    content: { type: 'text' },
    tokenCount: { type: 'integer' },
    words: { type: 'tsvector', nullable: true },
    embeddingModel: { type: 'text', nullable: true },
    embedding: { type: 'real[]', nullable: true },
  },
});
