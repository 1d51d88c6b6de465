import { createHash } from 'node:crypto';

/**
 * The id of the stream of a conversation, a UUID derived from the workspace and the id of the conversation: two first appends meet in one
 * stream, and the conversation of another workspace is another stream.
 */
export function conversationStreamId(workspaceId: string, conversationId: string): string {
  const digest = createHash('sha256').update(`memory/${workspaceId}/${conversationId}`).digest('hex');
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-7${digest.slice(12, 15)}-8${digest.slice(15, 18)}-${digest.slice(18, 30)}`;
}

/** The digest that proves a stored text. */
export function digestOf(salt: string, content: string): string {
  return createHash('sha256').update(`${salt}\n${content}`).digest('hex');
}
