import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { invalid } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { decide, on } from '#ledger/events/decide.js';
import { EventStore, type Lease } from '#ledger/events/event-store.js';
import { PlanRooms } from '#ledger/work/rooms/plan-room.js';
import { readChat, usualChat, type ChatInput } from '../domain/chat-input.js';
import { chat } from '../domain/chat.decider.js';
import { chatStream, type ChatSettings } from '../domain/chat.events.js';
import { ChatPasswords } from '../store/chat-passwords.js';
import { ChatRules } from '../store/chat-rules.js';
import { Chats, identifierConflict, type Chat } from '../store/chats.js';

/** @throws DomainError invalid, not-found, forbidden; conflict if the identifier is taken */
export class CreateChat extends Command<Chat> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly details: ChatInput,
  ) {
    super();
  }
}

@CommandHandler(CreateChat)
export class CreateChatHandler implements ICommandHandler<CreateChat> {
  constructor(
    private readonly store: EventStore,
    private readonly rooms: PlanRooms,
    private readonly rules: ChatRules,
    private readonly passwords: ChatPasswords,
    private readonly chats: Chats,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, details }: CreateChat): Promise<Chat> {
    const { settings: written, password } = readChat(details);
    const settings = complete(written);
    const workspaceId = await this.rules.workspaceOf(caller, settings.workflowId);
    const isGiven = password !== undefined;
    await this.rules.require(workspaceId, settings, { isGiven, isSet: isGiven });
    // A request that is refused anyway does not delay others, and one that is not counts again under its lease.
    const isLimited = await this.rules.requireRoom(workspaceId);
    const id = this.ids.next();
    const writes = password === undefined ? [] : [await this.passwords.written(id, password)];
    const command = { type: 'create', workspaceId, settings, at: this.clock.iso() } as const;
    const create = async (lease?: Lease): Promise<void> => {
      if (lease !== undefined) await this.rules.requireRoom(workspaceId);
      await decide(this.store, on(chatStream.at(id, workspaceId), chat, command), { meta, writes, lease }).catch((error: unknown) => {
        throw identifierConflict(error);
      });
    };
    await (isLimited ? this.rooms.within(workspaceId, create) : create());
    return this.chats.reach(caller, id);
  }
}

/** @throws DomainError invalid naming each field that has no default and is absent */
function complete({ workflowId, identifier, title, ...rest }: Partial<ChatSettings>): ChatSettings {
  if (workflowId !== undefined && identifier !== undefined && title !== undefined) {
    return {
      ...structuredClone(usualChat),
      allowedEmails: [],
      outputConfigs: [],
      allowedOrigins: [],
      ...rest,
      workflowId,
      identifier,
      title,
    };
  }
  const missing = Object.entries({ workflowId, identifier, title }).filter(([, value]) => value === undefined);
  throw invalid(missing.map(([name]) => ({ path: [name], message: `${name} is required`, code: 'required' })));
}
