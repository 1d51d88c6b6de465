import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { notFound } from '#kernel/errors.js';
import { select, selectOne, selectSql } from '#ledger/rows/select.js';
import { chatConversation, chatTurn, type ChatConversationRow, type ChatTurnRow } from './chat-tables.entity.js';
import type { Chat } from './chats.js';

/** Digest of the identity of a visitor. */
type Visitor = ChatConversationRow['visitor'];

/** A conversation in a list. */
export interface ListedConversation {
  readonly conversationId: string;
  readonly startedAt: string;
  readonly lastMessageAt: string;
}

const mostListed = 50;
const mostOpenRuns = 10_000;

/** Conversations as their visitors see them. */
@Injectable()
export class VisitorConversations {
  constructor(private readonly pool: Pool) {}

  /** @throws DomainError not-found, the same for an absent conversation and for one of another visitor or chat */
  async require(chat: Chat, conversationId: string, visitor: Visitor): Promise<ChatConversationRow> {
    const found = await this.find(chat, conversationId, visitor);
    if (found === undefined) throw notFound('Conversation');
    return found;
  }

  async belongsTo(chat: Chat, conversationId: string, visitor: Visitor): Promise<boolean> {
    const row = await selectOne(this.pool, chatConversation, { workspaceId: chat.workspaceId, conversationId });
    return row?.chatId === chat.id && row.visitor === visitor;
  }

  /** Undefined if no visitor has begun it. @throws DomainError not-found for one of another visitor or chat */
  async find(chat: Chat, conversationId: string, visitor: Visitor): Promise<ChatConversationRow | undefined> {
    const row = await selectOne(this.pool, chatConversation, { workspaceId: chat.workspaceId, conversationId });
    if (row === undefined) return undefined;
    if (row.chatId !== chat.id || row.visitor !== visitor) throw notFound('Conversation');
    return row;
  }

  /** Those of a visitor, the last used first. */
  async list({ id }: Chat, visitor: Visitor): Promise<readonly ListedConversation[]> {
    const { rows } = await this.pool.query<{ conversation_id: string; created_at: Date; last_at: Date }>({
      name: 'chat_conversations_of',
      text: `select c.conversation_id, c.created_at, t.at as last_at from chat_conversation c
        cross join lateral (select at from chat_turn t where t.workspace_id = c.workspace_id and t.conversation_id = c.conversation_id
          order by t.id desc limit 1) t
        where c.chat_id = $1 and c.visitor = $2 order by t.at desc limit ${mostListed}`,
      values: [id, visitor],
    });
    return rows.map(({ conversation_id: conversationId, created_at, last_at }) => {
      return { conversationId, startedAt: created_at.toISOString(), lastMessageAt: last_at.toISOString() };
    });
  }

  /** The latest turns before the turn with this id, the latest first. */
  async turns({ workspaceId, conversationId }: Place, limit: number, before?: string): Promise<readonly ChatTurnRow[]> {
    const values: unknown[] = [workspaceId, conversationId, limit, ...(before === undefined ? [] : [before])];
    return selectSql(this.pool, chatTurn, {
      clauses: `where workspace_id = $1 and conversation_id = $2 ${before === undefined ? '' : 'and id < $4'} order by id desc limit $3`,
      values,
    });
  }

  /** The runs of the latest turns whose outcome is not stored yet, the latest first. */
  async openRuns({ workspaceId, conversationId }: Place): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ execution_id: string }>({
      name: 'chat_open_runs',
      text: `select execution_id from chat_turn where workspace_id = $1 and conversation_id = $2 and outcome is null
        order by id desc limit ${mostOpenRuns}`,
      values: [workspaceId, conversationId],
    });
    return rows.map((row) => row.execution_id);
  }

  /** Stores what became of a turn. */
  async settle({ id }: ChatTurnRow, reply: string | null, outcome: ChatTurnRow['outcome']): Promise<void> {
    await this.pool.query('update chat_turn set reply = $2, outcome = $3 where id = $1 and outcome is null', [id, reply, outcome]);
  }

  /** The turn that a run answers. */
  async ofRun(executionId: string): Promise<ChatTurnRow | undefined> {
    const [row] = await select(this.pool, chatTurn, { where: { executionId }, limit: 1 });
    return row;
  }
}

type Place = Pick<ChatConversationRow, 'workspaceId' | 'conversationId'>;
