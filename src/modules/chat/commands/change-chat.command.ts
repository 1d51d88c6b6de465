import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { decide, on } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { readChat, type ChatInput } from '../domain/chat-input.js';
import { chat, differing, type ChatCommand } from '../domain/chat.decider.js';
import { chatStream } from '../domain/chat.events.js';
import { ChatPasswords } from '../store/chat-passwords.js';
import { ChatRules } from '../store/chat-rules.js';
import { Chats, identifierConflict, type Chat } from '../store/chats.js';

/** Changes what is given. Another password, another proof and other addresses end the sessions of all visitors. */
export class ChangeChat extends Command<Chat> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly id: string,
    readonly changes: ChatInput,
  ) {
    super();
  }
}

@CommandHandler(ChangeChat)
export class ChangeChatHandler implements ICommandHandler<ChangeChat> {
  constructor(
    private readonly store: EventStore,
    private readonly rules: ChatRules,
    private readonly passwords: ChatPasswords,
    private readonly chats: Chats,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, id, changes: written }: ChangeChat): Promise<Chat> {
    const { settings: named, password } = readChat(written);
    const present = await this.chats.reach(caller, id);
    const { workspaceId } = present;
    const changes = differing(named, present);
    const isGiven = password !== undefined;
    const isSet = isGiven || (await this.passwords.isSet(id));
    await this.rules.requireChanged(workspaceId, { settings: { ...present, ...changes }, changes }, { isGiven, isSet });
    const at = this.clock.iso();
    const commands: readonly ChatCommand[] = [
      { type: 'change', changes, at },
      ...(password === undefined ? [] : [{ type: 'change-password', at } as const]),
    ];
    const writes = password === undefined ? [] : [await this.passwords.written(id, password)];
    await decide(this.store, on(chatStream.at(id, workspaceId), chat, commands), { meta, writes }).catch((error: unknown) => {
      throw identifierConflict(error);
    });
    return this.chats.reach(caller, id);
  }
}
