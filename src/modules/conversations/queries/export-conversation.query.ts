import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { type Caller, requireWorkspace } from '#kernel/caller.js';
import { digestOf } from '../store/conversation-stream.js';
import { ConversationRows, type ConversationView, type StoredSummary, type StoredTurn } from '../store/conversation-rows.js';
import { requireConversation } from './get-conversation.query.js';

export interface ConversationExport {
  readonly conversation: ConversationView;
  /** Oldest first. Each is read when it is consumed. */
  readonly texts: AsyncIterable<ExportedText>;
}

/** A turn or a summary, with what proves it against its event. */
export type ExportedText = (StoredTurn | StoredSummary) & { readonly digest: string };

/** A whole conversation. @throws DomainError not-found, also for one of another workspace */
export class ExportConversation extends Query<ConversationExport> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
    readonly conversationId: string,
  ) {
    super();
  }
}

@QueryHandler(ExportConversation)
export class ExportConversationHandler implements IQueryHandler<ExportConversation> {
  constructor(private readonly rows: ConversationRows) {}

  async execute({ caller, workspaceId, conversationId }: ExportConversation): Promise<ConversationExport> {
    requireWorkspace(caller, workspaceId, 'read');
    const conversation = await requireConversation(this.rows, workspaceId, conversationId);
    return { conversation, texts: this.#texts(conversation) };
  }

  async *#texts(conversation: ConversationView): AsyncGenerator<ExportedText> {
    for await (const each of this.rows.texts(conversation)) yield { ...each, digest: digestOf(each.salt, each.content) };
  }
}
