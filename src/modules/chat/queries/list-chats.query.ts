import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CursorSignature } from '#edge/answer/cursor.js';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import { Chats, type Chat } from '../store/chats.js';

/** The chats of a workspace, the oldest first. @throws DomainError forbidden, invalid */
export class ListChats extends Query<Page<Chat>> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
    readonly page: { readonly limit: number; readonly cursor: string | undefined },
  ) {
    super();
  }
}

@QueryHandler(ListChats)
export class ListChatsHandler implements IQueryHandler<ListChats> {
  constructor(
    private readonly chats: Chats,
    private readonly cursors: CursorSignature,
  ) {}

  async execute({ caller, workspaceId, page: { limit, cursor } }: ListChats): Promise<Page<Chat>> {
    const scope = JSON.stringify(['chats', workspaceId]);
    const after = cursor === undefined ? undefined : (this.cursors.openCursor(scope, cursor) as string);
    requireWorkspace(caller, workspaceId, 'admin');
    const rows = await this.chats.page(workspaceId, after, limit + 1);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return { data: shown, nextCursor: rows.length <= limit || last === undefined ? null : this.cursors.sealCursor(scope, last.id) };
  }
}
