import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { decide, on } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { chat } from '../domain/chat.decider.js';
import { chatStream } from '../domain/chat.events.js';
import { ChatPasswords } from '../store/chat-passwords.js';
import { Chats } from '../store/chats.js';

/** @throws DomainError not-found, forbidden */
export class DeleteChat extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteChat)
export class DeleteChatHandler implements ICommandHandler<DeleteChat> {
  constructor(
    private readonly store: EventStore,
    private readonly passwords: ChatPasswords,
    private readonly chats: Chats,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, id }: DeleteChat): Promise<void> {
    const { workspaceId } = await this.chats.reach(caller, id);
    const writes = [this.passwords.removed(id)];
    const command = { type: 'delete', at: this.clock.iso() } as const;
    await decide(this.store, on(chatStream.at(id, workspaceId), chat, command), { meta, writes });
  }
}
