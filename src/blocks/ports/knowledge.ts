import type { Json } from '#kernel/json.js';
import { Port } from './port.js';

export interface KnowledgeQuestion {
  readonly knowledgeBaseIds: readonly string[];
  readonly query: string | undefined;
  readonly topK: number;
  readonly mode: 'hybrid' | 'vector';
  /** As the workflow gives them. */
  readonly tagFilters?: unknown;
}

export interface KnowledgeResult {
  readonly knowledgeBaseId: string;
  readonly documentId: string;
  readonly documentName: string;
  readonly content: string;
  readonly chunkIndex: number;
  readonly tags: Readonly<Record<string, Json>>;
  /** From 0 to 1. */
  readonly similarity: number;
}

export interface NewKnowledge {
  readonly knowledgeBaseId: string;
  readonly filename: string;
  readonly content: Buffer;
  /** As the workflow gives them. */
  readonly tags?: unknown;
}

/** The knowledge bases of the workspace of a run. Every method throws DomainError. */
export interface WorkspaceKnowledge {
  searchKnowledge(question: KnowledgeQuestion): Promise<readonly KnowledgeResult[]>;
  /**
   * Adds a document, which is processed soon after. With the same key it is added once.
   * @returns the id of the document
   */
  addKnowledge(document: NewKnowledge, effectKey: string): Promise<string>;
}

/** The knowledge bases of the workspace. */
export const Knowledge = new Port<WorkspaceKnowledge, 'knowledge'>('knowledge', 'outside');
