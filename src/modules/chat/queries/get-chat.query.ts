import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Chats, type Chat } from '../store/chats.js';

/** @throws DomainError not-found, forbidden */
export class GetChat extends Query<Chat> {
  constructor(
    readonly caller: Caller,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetChat)
export class GetChatHandler implements IQueryHandler<GetChat> {
  constructor(private readonly chats: Chats) {}

  execute({ caller, id }: GetChat): Promise<Chat> {
    return this.chats.reach(caller, id);
  }
}
