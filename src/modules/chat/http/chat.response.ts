import type { AuthType, ChatCustomizations, ChatOutput } from '../domain/chat.events.js';
import type { Chat } from '../store/chats.js';

/** A chat. No response contains its password. */
export interface ChatResponse {
  readonly id: string;
  readonly workspaceId: string;
  readonly workflowId: string;
  /** The last part of its address. */
  readonly identifier: string;
  /** Name of the chat. */
  readonly title: string;
  /** Null if it has none. */
  readonly description: string | null;
  /** How its page looks. */
  readonly customizations: ChatCustomizations;
  /** How visitors prove that they may use it. */
  readonly authType: AuthType;
  /** E-mail addresses, or `@domain`. */
  readonly allowedEmails: readonly string[];
  /** The outputs that are the reply. Without any it is the output of the run. */
  readonly outputConfigs: readonly ChatOutput[];
  /** Whether visitors may see the reasoning of models. */
  readonly includeThinking: boolean;
  /** Whether visitors may see which tools are called. */
  readonly includeToolCalls: boolean;
  /** How many earlier turns the workflow receives as `history`. */
  readonly historyTurns: number;
  /** Origins whose pages may embed the chat and call it. */
  readonly allowedOrigins: readonly string[];
  /** Whether visitors can use it. */
  readonly isActive: boolean;
  /** Whether a password is required. */
  readonly hasPassword: boolean;
  /** Address of its page. */
  readonly chatUrl: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export function chatResponse({ accessVersion: _, ...chat }: Chat, baseUrl: string): ChatResponse {
  return { ...chat, hasPassword: chat.authType === 'password', chatUrl: chatUrl(chat, baseUrl) };
}

/** A new chat. */
export interface CreatedChatResponse {
  readonly id: string;
  /** The same as `id`. */
  readonly chatId: string;
  /** Address of its page. */
  readonly chatUrl: string;
  /** A message for people. */
  readonly message: string;
}

export function createdChatResponse(chat: Chat, baseUrl: string): CreatedChatResponse {
  return { id: chat.id, chatId: chat.id, chatUrl: chatUrl(chat, baseUrl), message: 'Chat created' };
}

/** Whether an identifier can be used. */
export interface IdentifierResponse {
  /** Whether it is free, and has the form of one. */
  readonly available: boolean;
  /** Why it cannot; null if it can. */
  readonly error: string | null;
}

export function chatUrl({ identifier }: Pick<Chat, 'identifier'>, baseUrl: string): string {
  return `${baseUrl}/chat/${identifier}`;
}
