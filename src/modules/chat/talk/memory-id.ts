import { createHash } from 'node:crypto';
import { isId } from '#kernel/ids.js';
import type { Chat } from '../store/chats.js';

/**
 * The id of a conversation as the workflow and the memory of its agents see it. Ids of the form that the server gives are unique and cannot be
 * guessed. Another text that a visitor chooses may be the id of a conversation that the workspace has elsewhere, so it counts within its chat
 * only.
 */
export function memoryId({ id }: Pick<Chat, 'id'>, conversationId: string): string {
  if (isId(conversationId.toLowerCase())) return conversationId;
  return `chat-${id}-${createHash('sha256').update(conversationId).digest('base64url')}`;
}
