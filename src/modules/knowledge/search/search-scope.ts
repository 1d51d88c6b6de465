import type { TagFilter } from '../domain/text/tag-filters.js';
import { tagCondition } from './tag-condition.js';

/** Where to search: the enabled documents of knowledge bases that match the tags. */
export interface SearchScope {
  readonly knowledgeBaseIds: readonly string[];
  readonly tagFilters: readonly TagFilter[];
}

/** Identifies a chunk. */
export const chunkKey = `c.document_id || ':' || c.run || ':' || c.chunk_index`;

/** Chunks `c` of documents `d` in the scope. The first parameter is the list of knowledge bases. Further ones are appended to `values`. */
export function scopeSql({ tagFilters }: SearchScope, values: unknown[]): string {
  return `from knowledge_chunk c join knowledge_document d on d.id = c.document_id and d.searchable_run = c.run
    where c.knowledge_base_id = any($1::uuid[]) and d.enabled${tagCondition(tagFilters, values)}`;
}
