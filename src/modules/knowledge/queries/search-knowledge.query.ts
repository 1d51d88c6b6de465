import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { StorageAllowance } from '#ledger/objects/storage-allowance.js';
import { apiKeyMeta, type Caller, requireWorkspace } from '#kernel/caller.js';
import { DomainError } from '#kernel/errors.js';
import { Budget } from '../ports/budget.js';
import { type SearchOutcome, type SearchRequest, KnowledgeSearch } from '../search/knowledge-search.js';
import { KnowledgeViews } from './knowledge-views.js';

/** Finds chunks that match a query in the knowledge bases of one workspace. */
export class SearchKnowledge extends Query<SearchOutcome> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
    readonly request: Omit<SearchRequest, 'payer'>,
  ) {
    super();
  }
}

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
    // A search by tags alone is free. A query has to be embedded, which costs money.
    if (request.query !== undefined) await this.budget.afford(caller);
    const { accountId } = this.allowance.of(caller);
    return this.search.search({ ...request, knowledgeBaseIds: [...ids], payer: { workspaceId, accountId, ...apiKeyMeta(caller) } });
  }
}
