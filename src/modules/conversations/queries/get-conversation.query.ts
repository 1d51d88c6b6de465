import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CursorSignature } from '#edge/answer/cursor.js';
import { type Caller, requireWorkspace } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import { isConversationId } from '../domain/conversation-id.js';
import { ConversationRows, type ConversationView, type StoredTurn } from '../store/conversation-rows.js';

export interface ConversationPage {
  readonly conversation: ConversationView;
  /** The newest summary; null if there is none. */
  readonly summary: string | null;
  /** Newest first. */
  readonly turns: readonly StoredTurn[];
  readonly nextCursor: string | null;
}

/** A conversation with its newest turns. @throws DomainError not-found, also for one of another workspace */
export class GetConversation extends Query<ConversationPage> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
    readonly conversationId: string,
    readonly page: { readonly limit: number; readonly cursor: string | undefined },
  ) {
    super();
  }
}

@QueryHandler(GetConversation)
export class GetConversationHandler implements IQueryHandler<GetConversation> {
  constructor(
    private readonly rows: ConversationRows,
    private readonly cursors: CursorSignature,
  ) {}

  async execute({ caller, workspaceId, conversationId, page: { limit, cursor } }: GetConversation): Promise<ConversationPage> {
    const scope = `conversation ${workspaceId} ${conversationId}`;
    const from = cursor === undefined ? undefined : (this.cursors.openCursor(scope, cursor) as number);
    requireWorkspace(caller, workspaceId, 'read');
    const conversation = await requireConversation(this.rows, workspaceId, conversationId);
    const turns: StoredTurn[] = [];
    const summary = (await this.rows.summary(conversation))?.text ?? null;
    for await (const turn of this.rows.turns(conversation, from)) {
      turns.push(turn);
      if (turns.length > limit) break;
    }
    const shown = turns.slice(0, limit);
    const last = shown.at(-1);
    const nextCursor = last === undefined || turns.length <= limit ? null : this.cursors.sealCursor(scope, last.version);
    return { conversation, summary, turns: shown, nextCursor };
  }
}

/** @throws DomainError not-found */
export async function requireConversation(rows: ConversationRows, workspaceId: string, conversationId: string): Promise<ConversationView> {
  const found = isConversationId(conversationId) ? await rows.find(workspaceId, conversationId) : undefined;
  if (found === undefined || found.messages === 0) throw notFound('Conversation');
  return found;
}
