import type { KnowledgeBaseRow } from '../projections/knowledge-base.entity.js';
import type { KnowledgeDocumentRow } from '../projections/knowledge-document.entity.js';

export interface KnowledgeBaseView extends KnowledgeBaseRow {
  readonly docCount: number;
  readonly tokenCount: number;
  /** What documents are embedded with now; *full-text*: they are found by their words alone. */
  readonly embeddingModel: string;
  /** Of the documents there are; 0 while there are none. */
  readonly embeddingDimension: number;
}

export type DocumentView = KnowledgeDocumentRow;

export interface DocumentDetailView extends DocumentView {
  /** Chunks of the present processing that are done, and how many there will be; null while nobody knows. */
  readonly progress: { readonly done: number; readonly total: number | null };
}
