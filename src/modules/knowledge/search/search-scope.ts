import type { TagFilter } from '../domain/text/tag-filters.js';
import { tagCondition } from './tag-condition.js';

/** Where to look: in the enabled documents of knowledge bases whose tags pass. */
export interface SearchScope {
  readonly knowledgeBaseIds: readonly string[];
  readonly tagFilters: readonly TagFilter[];
}

/** Tells a chunk from all others. */
export const chunkKey = `c.document_id || ':' || c.run || ':' || c.chunk_index`;

/** Chunks `c` of documents `d` in the scope; the knowledge bases are the first parameter, and `values` grows by the others. */
export function scopeSql({ tagFilters }: SearchScope, values: unknown[]): string {
  return `from knowledge_chunk c join knowledge_document d on d.id = c.document_id and d.searchable_run = c.run
    where c.knowledge_base_id = any($1::uuid[]) and d.enabled${tagCondition(tagFilters, values)}`;
}
