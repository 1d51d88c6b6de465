import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CursorSignature } from '#edge/answer/cursor.js';
import { type Caller, requireWorkspace } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import { ConversationRows, type ConversationView } from '../store/conversation-rows.js';

/** The conversations of a workspace whose id begins with a text, by id. */
export class ListConversations extends Query<Page<ConversationView>> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
    readonly search: { readonly prefix: string; readonly limit: number; readonly cursor: string | undefined },
  ) {
    super();
  }
}

@QueryHandler(ListConversations)
export class ListConversationsHandler implements IQueryHandler<ListConversations> {
  constructor(
    private readonly rows: ConversationRows,
    private readonly cursors: CursorSignature,
  ) {}

  async execute({ caller, workspaceId, search: { prefix, limit, cursor } }: ListConversations): Promise<Page<ConversationView>> {
    const scope = `memory ${workspaceId} ${prefix}`;
    const after = cursor === undefined ? undefined : (this.cursors.openCursor(scope, cursor) as string);
    requireWorkspace(caller, workspaceId, 'read');
    const found = await this.rows.page(workspaceId, { prefix, after, limit: limit + 1 });
    const data = found.slice(0, limit);
    const last = data.at(-1);
    return { data, nextCursor: last === undefined || found.length <= limit ? null : this.cursors.sealCursor(scope, last.conversationId) };
  }
}
