import { invalidField } from '#kernel/errors.js';

const longest = 255;

/** Whether a text can name a conversation: 1 to 255 characters, no control characters and no halves of characters. */
export function isConversationId(text: string): boolean {
  return text.length <= longest && text.trim() !== '' && text.isWellFormed() && !/\p{Cc}/u.test(text);
}

/** @throws DomainError invalid */
export function requireConversationId(text: string): void {
  if (!isConversationId(text))
    throw invalidField('conversationId', `conversationId must have 1 to ${longest} characters, without control characters`);
}
