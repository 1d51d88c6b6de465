import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireWorkspace } from '#kernel/caller.js';
import { KnowledgeViews } from './knowledge-views.js';
import { ListKnowledgeBases } from './list-knowledge-bases.query.js';
import type { KnowledgeBaseView } from './views.js';

@QueryHandler(ListKnowledgeBases)
export class ListKnowledgeBasesHandler implements IQueryHandler<ListKnowledgeBases> {
  constructor(private readonly views: KnowledgeViews) {}

  async execute({ caller, workspaceId }: ListKnowledgeBases): Promise<readonly KnowledgeBaseView[]> {
    requireWorkspace(caller, workspaceId, 'read');
    return this.views.list(workspaceId);
  }
}
