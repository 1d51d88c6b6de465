import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Caller, requireWorkspace } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { isConversationId } from '../domain/conversation-id.js';
import { ConversationWriter } from '../store/conversation-writer.js';

/** Deletes the texts of a conversation. @throws DomainError not-found */
export class DeleteConversation extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly workspaceId: string,
    readonly conversationId: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteConversation)
export class DeleteConversationHandler implements ICommandHandler<DeleteConversation> {
  constructor(
    private readonly writer: ConversationWriter,
    private readonly ids: Ids,
  ) {}

  async execute({ caller, meta, workspaceId, conversationId }: DeleteConversation): Promise<void> {
    requireWorkspace(caller, workspaceId, 'write');
    if (!isConversationId(conversationId)) throw notFound('Conversation');
    const existed = await this.writer.remove({ workspaceId, conversationId, effectKey: this.ids.next(), meta });
    if (!existed) throw notFound('Conversation');
  }
}
