import { settings, withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { DocumentTags } from '../domain/text/document-tags.js';
import type { ProcessingStatus } from '../domain/knowledge-document.decider.js';

export interface KnowledgeDocumentRow {
  readonly id: string;
  /** The version of the last event of its stream. */
  readonly position: number;
  readonly knowledgeBaseId: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly fileSize: number;
  readonly enabled: boolean;
  readonly tags: DocumentTags;
  readonly status: ProcessingStatus;
  readonly error: string | null;
  /** The number of processing requests so far. */
  readonly run: number;
  /** The processing whose chunks are searchable; 0 before the first one completes. */
  readonly searchableRun: number;
  /** The model of the searchable chunks; null when they have no embeddings. */
  readonly embeddingModel: string | null;
  readonly chunkCount: number;
  readonly tokenCount: number;
  readonly characterCount: number;
  readonly uploadedBy: string;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
}

export const knowledgeDocumentModel = new ReadModel<KnowledgeDocumentRow, 'id'>({
  table: 'knowledge_document',
  key: ['id'],
  kept: withOwner('deleted with the document'),
  columns: {
    id: { type: 'uuid' },
    position: { type: 'integer' },
    knowledgeBaseId: { type: 'uuid' },
    filename: { type: 'text' },
    mimeType: { type: 'text' },
    fileSize: { type: 'integer' },
    enabled: { type: 'boolean' },
    tags: { type: 'json' },
    status: { type: 'text' },
    error: { type: 'text', nullable: true },
    run: { type: 'integer' },
    searchableRun: { type: 'integer' },
    embeddingModel: { type: 'text', nullable: true },
    chunkCount: { type: 'integer' },
    tokenCount: { type: 'integer' },
    characterCount: { type: 'integer' },
    uploadedBy: { type: 'text' },
    createdAt: { type: 'timestamptz' },
    startedAt: { type: 'timestamptz', nullable: true },
    completedAt: { type: 'timestamptz', nullable: true },
  },
});

/** A deleted document whose chunks may still have to be removed. */
export interface EndedKnowledgeDocumentRow {
  readonly documentId: string;
}

export const endedKnowledgeDocumentModel = new ReadModel<EndedKnowledgeDocumentRow>({
  table: 'ended_knowledge_document',
  key: ['documentId'],
  kept: settings('one for each deleted document'),
  columns: { documentId: { type: 'uuid' } },
});
