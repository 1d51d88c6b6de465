import type { ChunkingConfig } from '../domain/text/chunking-config.js';
import type { DocumentTags } from '../domain/text/document-tags.js';
import type { DocumentDetailView, DocumentView, KnowledgeBaseView } from '../queries/views.js';
import type { SearchResult } from '../search/knowledge-search.js';

export interface KnowledgeBaseResponse {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** How many documents are in it. */
  readonly docCount: number;
  readonly tokenCount: number;
  readonly embeddingModel: string;
  readonly embeddingDimension: number;
  readonly chunkingConfig: ChunkingConfig;
  readonly connectorTypes: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function knowledgeBaseResponse(view: KnowledgeBaseView): KnowledgeBaseResponse {
  const { id, name, description, docCount, tokenCount, embeddingModel, embeddingDimension, chunkingConfig, createdAt, updatedAt } = view;
  const counts = { docCount, tokenCount, embeddingModel, embeddingDimension };
  return { id, name, description, ...counts, chunkingConfig, connectorTypes: [], createdAt, updatedAt };
}

export interface DocumentResponse {
  readonly id: string;
  readonly knowledgeBaseId: string;
  readonly filename: string;
  readonly fileSize: number;
  readonly mimeType: string;
  readonly processingStatus: string;
  readonly chunkCount: number;
  readonly tokenCount: number;
  readonly characterCount: number;
  readonly enabled: boolean;
  readonly tags: DocumentTags;
  readonly createdAt: string;
}

export function documentResponse(view: DocumentView): DocumentResponse {
  const { id, knowledgeBaseId, filename, fileSize, mimeType, status, chunkCount, tokenCount, characterCount, enabled, tags, createdAt } =
    view;
  const file = { id, knowledgeBaseId, filename, fileSize, mimeType };
  return { ...file, processingStatus: status, chunkCount, tokenCount, characterCount, enabled, tags, createdAt };
}

/** A document, how it came to be as it is, and how far its processing is. */
export interface DocumentDetailResponse extends DocumentResponse {
  readonly processingError: string | null;
  readonly processingStartedAt: string | null;
  readonly processingCompletedAt: string | null;
  /** Chunks that are done, and how many there will be; null while nobody knows. */
  readonly progress: { readonly done: number; readonly total: number | null };
  readonly embeddingModel: string | null;
  readonly uploadedBy: string;
  readonly connectorId: null;
  readonly connectorType: null;
  readonly sourceUrl: null;
}

export function documentDetailResponse(view: DocumentDetailView): DocumentDetailResponse {
  const { error, startedAt, completedAt, progress, embeddingModel, uploadedBy } = view;
  const processing = { processingError: error, processingStartedAt: startedAt, processingCompletedAt: completedAt, progress };
  return { ...documentResponse(view), ...processing, embeddingModel, uploadedBy, connectorId: null, connectorType: null, sourceUrl: null };
}

export interface SearchResultResponse {
  readonly knowledgeBaseId: string;
  /** The document that it is from. */
  readonly documentId: string;
  /** The name of its file. */
  readonly documentName: string;
  readonly sourceUrl: null;
  /** The text of the chunk. */
  readonly content: string;
  /** Which chunk of the document it is, from 0. */
  readonly chunkIndex: number;
  /** The tags of the document. */
  readonly metadata: DocumentTags;
  /** How well it fits, from 0 to 1. */
  readonly similarity: number;
}

export function searchResultResponse(result: SearchResult): SearchResultResponse {
  const { knowledgeBaseId, documentId, documentName, content, chunkIndex, tags, similarity } = result;
  return { knowledgeBaseId, documentId, documentName, sourceUrl: null, content, chunkIndex, metadata: tags, similarity };
}
