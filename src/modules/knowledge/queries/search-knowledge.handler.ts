import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { StorageAllowance } from '#infrastructure/objects/storage-allowance.js';
import { requireWorkspace } from '#kernel/caller.js';
import { DomainError } from '#kernel/errors.js';
import { KnowledgeSearch, type SearchOutcome } from '../search/knowledge-search.js';
import { Budget } from '../ports/budget.js';
import { KnowledgeViews } from './knowledge-views.js';
import { SearchKnowledge } from './search-knowledge.query.js';

@QueryHandler(SearchKnowledge)
export class SearchKnowledgeHandler implements IQueryHandler<SearchKnowledge> {
  constructor(
    private readonly views: KnowledgeViews,
    private readonly search: KnowledgeSearch,
    private readonly allowance: StorageAllowance,
    private readonly budget: Budget,
  ) {}

  async execute({ caller, workspaceId, request }: SearchKnowledge): Promise<SearchOutcome> {
    requireWorkspace(caller, workspaceId, 'write');
    const ids = new Set(request.knowledgeBaseIds);
    const bases = await this.views.bases(workspaceId, [...ids]);
    if (bases.length < ids.size) throw new DomainError('not-found', 'NOT_FOUND', 'Knowledge base not found or access denied');
    // Tags alone are looked up for nothing; the query has to be embedded.
    if (request.query !== undefined) await this.budget.afford(caller);
    const { accountId } = this.allowance.of(caller);
    return this.search.search({ ...request, knowledgeBaseIds: [...ids], payer: { workspaceId, accountId, keyId: caller.keyId } });
  }
}
