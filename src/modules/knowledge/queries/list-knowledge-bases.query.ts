import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { type Caller, requireWorkspace } from '#kernel/caller.js';
import { KnowledgeViews } from './knowledge-views.js';
import type { KnowledgeBaseView } from './views.js';

/** The knowledge bases of a workspace, newest first. */
export class ListKnowledgeBases extends Query<readonly KnowledgeBaseView[]> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
  ) {
    super();
  }
}

@QueryHandler(ListKnowledgeBases)
export class ListKnowledgeBasesHandler implements IQueryHandler<ListKnowledgeBases> {
  constructor(private readonly views: KnowledgeViews) {}

  async execute({ caller, workspaceId }: ListKnowledgeBases): Promise<readonly KnowledgeBaseView[]> {
    requireWorkspace(caller, workspaceId, 'read');
    return this.views.list(workspaceId);
  }
}
