import type { JsonObject } from '#kernel/json.js';
import { withOwner, withRun } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The password of a chat, as a hash. */
export interface ChatPasswordRow {
  readonly chatId: string;
  readonly hash: string;
}

export const chatPassword = new ReadModel<ChatPasswordRow, 'chatId'>({
  table: 'chat_password',
  key: ['chatId'],
  kept: withOwner('deleted with its chat'),
  columns: { chatId: { type: 'uuid' }, hash: { type: 'text' } },
});

/** Who has begun a conversation. Only that visitor reads and continues it. */
export interface ChatConversationRow {
  readonly workspaceId: string;
  readonly conversationId: string;
  readonly chatId: string;
  /** Digest of the identity of the visitor. */
  readonly visitor: string;
  readonly createdAt: string;
  /** The id with which the workflow and its agents remember it; null if an earlier release has begun it. */
  readonly memoryId: string | null;
}

export const chatConversation = new ReadModel<ChatConversationRow, 'workspaceId' | 'conversationId'>({
  table: 'chat_conversation',
  key: ['workspaceId', 'conversationId'],
  kept: withOwner('deleted with its chat, and after its last message'),
  columns: {
    workspaceId: { type: 'uuid' },
    conversationId: { type: 'text' },
    chatId: { type: 'uuid' },
    visitor: { type: 'text' },
    createdAt: { type: 'timestamptz' },
    memoryId: { type: 'text', nullable: true },
  },
});

/** The code that was sent to an address last. */
export interface ChatCodeRow {
  readonly chatId: string;
  /** Digest of the address. */
  readonly visitor: string;
  /** Digest of the code. */
  readonly code: string;
  readonly tries: number;
  /** Codes that were sent since `countedFrom`. */
  readonly sent: number;
  readonly countedFrom: string;
  readonly expiresAt: string;
}

export const chatCode = new ReadModel<ChatCodeRow, 'chatId' | 'visitor'>({
  table: 'chat_code',
  key: ['chatId', 'visitor'],
  kept: withOwner('deleted with its chat, and an hour after it has expired'),
  columns: {
    chatId: { type: 'uuid' },
    visitor: { type: 'text' },
    code: { type: 'text' },
    tries: { type: 'integer' },
    sent: { type: 'integer' },
    countedFrom: { type: 'timestamptz' },
    expiresAt: { type: 'timestamptz' },
  },
});

/** One message of a visitor, and the reply of its run once it has ended. */
export interface ChatTurnRow {
  readonly id: string;
  readonly chatId: string;
  readonly workspaceId: string;
  readonly conversationId: string;
  readonly executionId: string;
  /** Null in workspaces that keep no contents. */
  readonly input: string | null;
  /** Names of the files that were sent. */
  readonly files: readonly JsonObject[];
  /** Null while the run continues, and in workspaces that keep no contents. */
  readonly reply: string | null;
  /** Null while the run continues. */
  readonly outcome: 'completed' | 'failed' | 'cancelled' | null;
  readonly at: string;
}

export const chatTurn = new ReadModel<ChatTurnRow, 'id'>({
  table: 'chat_turn',
  key: ['id'],
  kept: withRun('execution_id', 'messages are kept as long as the run that answers them'),
  columns: {
    id: { type: 'uuid' },
    chatId: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    conversationId: { type: 'text' },
    executionId: { type: 'uuid' },
    input: { type: 'text', nullable: true },
    files: { type: 'json' },
    reply: { type: 'text', nullable: true },
    outcome: { type: 'text', nullable: true },
    at: { type: 'timestamptz' },
  },
});
