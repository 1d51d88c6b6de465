import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { SearchOutcome, SearchRequest } from '../search/knowledge-search.js';

/** Chunks that answer a query, in knowledge bases of one workspace. */
export class SearchKnowledge extends Query<SearchOutcome> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
    readonly request: Omit<SearchRequest, 'payer'>,
  ) {
    super();
  }
}
