import type { KnowledgeBaseRow } from '../projections/knowledge-base.entity.js';
import type { KnowledgeDocumentRow } from '../projections/knowledge-document.entity.js';

export interface KnowledgeBaseView extends KnowledgeBaseRow {
  readonly docCount: number;
  readonly tokenCount: number;
  /** The model that embeds documents now; *full-text* when none is configured. */
  readonly embeddingModel: string;
  /** The dimension of the embeddings of its documents; 0 while there are none. */
  readonly embeddingDimension: number;
}

export type DocumentView = KnowledgeDocumentRow;

export interface DocumentDetailView extends DocumentView {
  /** Finished chunks of the current processing, and their total number; null while it is unknown. */
  readonly progress: { readonly done: number; readonly total: number | null };
}
