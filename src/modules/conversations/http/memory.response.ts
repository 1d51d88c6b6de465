import type { One } from '#edge/answer/envelope.js';
import type { Json } from '#kernel/json.js';
import type { ConversationPage } from '../queries/get-conversation.query.js';
import type { ExportedText } from '../queries/export-conversation.query.js';
import type { ConversationView, StoredTurn } from '../store/conversation-rows.js';

/** A conversation that agents and memory blocks keep. */
export interface ConversationResponse {
  /** The id that the workflow gives. */
  readonly id: string;
  /** Number of stored messages. */
  readonly messages: number;
  /** Size of the stored texts, in bytes. */
  readonly bytes: number;
  /** Grows with each change. */
  readonly version: number;
  /** When it was changed last. */
  readonly updatedAt: string;
}

/** A message of a conversation. */
export interface MemoryMessageResponse {
  /** Who wrote it. */
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** The text of a system message; of others their parts: texts, files, tool calls, results of tools. */
  readonly content: Json;
}

/** The messages that were stored together. */
export interface MemoryTurnResponse {
  /** Version of the conversation that they made. */
  readonly version: number;
  /** When they were stored. */
  readonly at: string;
  /** The run that stored them; null without a run. */
  readonly executionId: string | null;
  /** In their order. */
  readonly messages: readonly MemoryMessageResponse[];
}

/** A conversation with its newest turns. */
export interface ConversationContentResponse extends ConversationResponse {
  /** Newest summary of earlier messages, which windows show instead of them; null if there is none. */
  readonly summary: string | null;
  /** The turns of this page, newest first. */
  readonly turns: readonly MemoryTurnResponse[];
}

/** A page of a conversation. */
export interface ConversationPageResponse extends One<ConversationContentResponse> {
  /** Cursor of the page with older turns; null on the last page. */
  readonly nextCursor: string | null;
}

/** A line of an export: a turn, or a summary. */
export interface ExportedTextResponse {
  /** Version of the conversation that it made. */
  readonly version: number;
  /** When it was stored. */
  readonly at: string;
  /** The run that stored it; null without a run. */
  readonly executionId: string | null;
  /** Messages of a turn; absent for a summary. */
  readonly messages?: readonly MemoryMessageResponse[];
  /** Text of a summary; absent for a turn. */
  readonly summary?: string;
  /** The last version that the summary covers; absent for a turn. */
  readonly through?: number;
  /** Random text that is part of the digest. */
  readonly salt: string;
  /** SHA-256 over the salt, a line feed and the stored text, in hexadecimal: the same as in the event. */
  readonly digest: string;
}

export function conversationResponse({ conversationId: id, messages, bytes, version, updatedAt }: ConversationView): ConversationResponse {
  return { id, messages, bytes, version, updatedAt };
}

export function conversationPageResponse({ conversation, summary, turns, nextCursor }: ConversationPage): ConversationPageResponse {
  return { data: { ...conversationResponse(conversation), summary, turns: turns.map(turnResponse) }, nextCursor };
}

export function exportedTextResponse(text: ExportedText): ExportedTextResponse {
  const { version, at, executionId, salt, digest } = text;
  const what = text.kind === 'turn' ? { messages: text.messages } : { summary: text.text, through: text.through };
  return { version, at, executionId, ...what, salt, digest };
}

function turnResponse({ version, at, executionId, messages }: StoredTurn): MemoryTurnResponse {
  return { version, at, executionId, messages };
}
