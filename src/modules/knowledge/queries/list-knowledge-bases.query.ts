import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { KnowledgeBaseView } from './views.js';

/** The knowledge bases of a workspace, the newest first. */
export class ListKnowledgeBases extends Query<readonly KnowledgeBaseView[]> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
  ) {
    super();
  }
}
