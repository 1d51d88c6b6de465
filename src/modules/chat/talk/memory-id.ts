import { createHash } from 'node:crypto';
import { isId } from '#kernel/ids.js';
import type { ChatConversationRow } from '../store/chat-tables.entity.js';
import type { Chat } from '../store/chats.js';

/** The id of a conversation in a message, and whether the visitor has sent it. */
interface NamedConversation {
  readonly conversationId: string;
  readonly sentId: string | undefined;
}

/**
 * The id of a conversation as the workflow and the memory of its agents see it. It is decided when the conversation begins: an id that a visitor has
 * sent may be the one of a conversation that the workspace has elsewhere, also where it is a UUID, so it counts within its chat only.
 */
export function memoryIdOf(chat: Pick<Chat, 'id'>, named: NamedConversation, known: ChatConversationRow | undefined): string {
  const { conversationId } = named;
  // Earlier releases went by the form of the id.
  const isSent = known === undefined ? named.sentId !== undefined : !isId(conversationId.toLowerCase());
  return known?.memoryId ?? (isSent ? withinChat(chat, conversationId) : conversationId);
}

function withinChat({ id }: Pick<Chat, 'id'>, conversationId: string): string {
  return `chat-${id}-${createHash('sha256').update(conversationId).digest('base64url')}`;
}
