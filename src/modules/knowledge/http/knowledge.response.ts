import type { ChunkingConfig } from '../domain/text/chunking-config.js';
import type { DocumentTags } from '../domain/text/document-tags.js';
import type { DocumentDetailView, DocumentView, KnowledgeBaseView } from '../queries/views.js';
import type { ListedChunk } from '../store/chunks.js';
import type { SearchResult } from '../search/knowledge-search.js';

/** A knowledge base. */
export interface KnowledgeBaseResponse {
  readonly id: string;
  readonly name: string;
  /** Description of the knowledge base. */
  readonly description: string;
  /** Number of documents. */
  readonly docCount: number;
  /** Total number of tokens in the documents. */
  readonly tokenCount: number;
  /** Model that embeds the documents, `<provider>/<model>` if the knowledge base names one; `full-text` if none is configured. */
  readonly embeddingModel: string;
  /** Dimension of the embeddings; 0 if there are none. */
  readonly embeddingDimension: number;
  /** How the documents are split into chunks. Sizes are in tokens. */
  readonly chunkingConfig: ChunkingConfig;
  /** Always empty. Connectors are not supported. */
  readonly connectorTypes: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The knowledge bases of a workspace. */
export interface KnowledgeBasesResponse {
  /** All knowledge bases of the workspace, newest first. */
  readonly knowledgeBases: readonly KnowledgeBaseResponse[];
  /** Number of knowledge bases. */
  readonly totalCount: number;
}

/** A knowledge base. */
export interface FoundKnowledgeBaseResponse {
  /** The requested knowledge base. */
  readonly knowledgeBase: KnowledgeBaseResponse;
}

/** A knowledge base after a change. */
export interface ChangedKnowledgeBaseResponse {
  /** The knowledge base after the change. */
  readonly knowledgeBase: KnowledgeBaseResponse;
  readonly message: string;
}

export function knowledgeBaseResponse(view: KnowledgeBaseView): KnowledgeBaseResponse {
  const { id, name, description, docCount, tokenCount, embeddingModel, embeddingDimension, chunkingConfig, createdAt, updatedAt } = view;
  const counts = { docCount, tokenCount, embeddingModel, embeddingDimension };
  return { id, name, description, ...counts, chunkingConfig, connectorTypes: [], createdAt, updatedAt };
}

/** A document of a knowledge base. */
export interface DocumentResponse {
  readonly id: string;
  readonly knowledgeBaseId: string;
  /** Name of the file. */
  readonly filename: string;
  /** Size of the file, in bytes. */
  readonly fileSize: number;
  /** Media type of the file, determined by its extension. */
  readonly mimeType: string;
  /** State of the processing: `pending`, `processing`, `completed` or `failed`. */
  readonly processingStatus: string;
  /** Number of chunks. */
  readonly chunkCount: number;
  /** Number of tokens in the text. */
  readonly tokenCount: number;
  /** Number of characters in the text. */
  readonly characterCount: number;
  /** Whether searches find the document. */
  readonly enabled: boolean;
  /** Tags of the document. */
  readonly tags: DocumentTags;
  readonly createdAt: string;
}

export function documentResponse(view: DocumentView): DocumentResponse {
  const { id, knowledgeBaseId, filename, fileSize, mimeType, status, chunkCount, tokenCount, characterCount, enabled, tags, createdAt } =
    view;
  const file = { id, knowledgeBaseId, filename, fileSize, mimeType };
  return { ...file, processingStatus: status, chunkCount, tokenCount, characterCount, enabled, tags, createdAt };
}

/** A document of a knowledge base with the state of its processing. */
export interface DocumentDetailResponse extends DocumentResponse {
  /** Why the processing failed; null if it did not. */
  readonly processingError: string | null;
  /** When the processing started; null before. */
  readonly processingStartedAt: string | null;
  /** When the processing ended; null before. */
  readonly processingCompletedAt: string | null;
  /** Progress of the processing, in chunks. */
  readonly progress: {
    /** Number of processed chunks. */
    readonly done: number;
    /** Total number of chunks; null while it is unknown. */
    readonly total: number | null;
  };
  /** Model of the embeddings; null if the document has none. */
  readonly embeddingModel: string | null;
  /** Id of the user who uploaded the document. */
  readonly uploadedBy: string;
  /** Always null. Connectors are not supported. */
  readonly connectorId: null;
  /** Always null. Connectors are not supported. */
  readonly connectorType: null;
  /** Always null. Documents are uploaded. */
  readonly sourceUrl: null;
}

/** A document. */
export interface FoundDocumentResponse {
  /** The requested document. */
  readonly document: DocumentDetailResponse;
}

export function documentDetailResponse(view: DocumentDetailView): DocumentDetailResponse {
  const { error, startedAt, completedAt, progress, embeddingModel, uploadedBy } = view;
  const processing = { processingError: error, processingStartedAt: startedAt, processingCompletedAt: completedAt, progress };
  return { ...documentResponse(view), ...processing, embeddingModel, uploadedBy, connectorId: null, connectorType: null, sourceUrl: null };
}

/** A chunk of a document. */
export interface ChunkResponse {
  /** Position of the chunk in the document, from 0. */
  readonly chunkIndex: number;
  /** Text of the chunk. */
  readonly content: string;
  /** Number of tokens in the text. */
  readonly tokenCount: number;
  /** Model of the embedding; null if the chunk is found by its words only. */
  readonly embeddingModel: string | null;
}

export function chunkResponse({ chunkIndex, content, tokenCount, embeddingModel }: ListedChunk): ChunkResponse {
  return { chunkIndex, content, tokenCount, embeddingModel };
}

/** A chunk that matches a search. */
export interface SearchResultResponse {
  readonly knowledgeBaseId: string;
  /** Id of the document that contains the chunk. */
  readonly documentId: string;
  /** File name of the document. */
  readonly documentName: string;
  /** Always null. Documents are uploaded. */
  readonly sourceUrl: null;
  /** Text of the chunk. */
  readonly content: string;
  /** Position of the chunk in the document, from 0. */
  readonly chunkIndex: number;
  /** Tags of the document. */
  readonly metadata: DocumentTags;
  /** Similarity to the query, from 0 to 1. */
  readonly similarity: number;
}

export function searchResultResponse(result: SearchResult): SearchResultResponse {
  const { knowledgeBaseId, documentId, documentName, content, chunkIndex, tags, similarity } = result;
  return { knowledgeBaseId, documentId, documentName, sourceUrl: null, content, chunkIndex, metadata: tags, similarity };
}
